export { fillServer, openValues } from './placeholders.ts';
export { readClientConfig } from './read.ts';
export {
  configEntries,
  tapServers,
  untapServers,
  type ConfigEntry,
  type ConfigText,
  type ListPath,
  maskedValues,
} from './tap/config.ts';
export { configPlaces, HOST_IDS, namedPlace, type ConfigPlace } from './tap/places.ts';
export type { ConfigFormat } from './tap/tree.ts';
export type { ListedServer, OpenValue } from './types.ts';
export { clientConfigText, withoutValues } from './write.ts';
