export { fillServer, openValues, type Filled } from './placeholders.ts';
export { readClientConfig } from './read.ts';
export type { ClientConfig, ListedServer, OpenValue, UnusableEntry } from './types.ts';
export { clientConfigText, withoutValues, type WrittenServer } from './write.ts';
