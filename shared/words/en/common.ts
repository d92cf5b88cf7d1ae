import { counted } from '../figures.ts';

export const common = {
  locale: 'en',
  bytes: (n: number): string => counted(n, 'byte'),
  events: (n: number): string => counted(n, 'event'),
  /** Between a label and what it labels. */
  colon: ': ',
  /** Between parts that could be sentences. */
  semicolon: '; ',
  /** Between names in a list. */
  between: ', ',
  aside: (more: string): string => ` (${more})`,
  client: 'client',
  server: 'server',
  relay: 'relay',
  tap: 'tap',
  clientToServer: 'client → server',
  serverToClient: 'server → client',
};
