export { fillServer, openValues } from './placeholders.ts';
export { readClientConfig } from './read.ts';
export type { ListedServer, OpenValue } from './types.ts';
export { clientConfigText, withoutValues } from './write.ts';
