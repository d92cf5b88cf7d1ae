/** Short ways to write down what breaks a rule and what keeps it. */
import type { EventBody } from '#shared/recording';
import { agreed, client, found, meta, notification, offered, request, server } from './messages.ts';

export interface Example {
  /** What precedes both. */
  readonly given?: readonly EventBody[];
  readonly breaks: readonly EventBody[];
  readonly keeps: readonly EventBody[];
}

/** Examples of a category; `given` precedes those that do not say what does. */
export const examples = <Id extends string>(
  given: readonly EventBody[],
  own: { readonly [id in Id]: Example },
): { readonly [id in Id]: Example } =>
  Object.fromEntries(Object.entries<Example>(own).map(([id, each]) => [id, { given, ...each }])) as typeof own;

export const OPEN: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'connection', event: 'open' },
];
/** The event, so many seconds after the session began. Whatever follows it has to be later, too. */
export const after = (seconds: number, event: EventBody): EventBody & { readonly t: number } => ({
  ...event,
  t: seconds * 1_000_000,
});
/** The connection was closed in order. */
export const CLOSED: EventBody = { k: 'connection', event: 'closed', reason: 'finished' };
/** A process of the server began. */
export const SPAWNED: readonly EventBody[] = [...OPEN, { k: 'process', event: 'spawn', pid: 4711 }];

export interface Agreed {
  readonly client?: object;
  readonly server?: object;
}

/** Over stdio: a handshake at `revision`, with these capabilities. Ids `h1`. */
export const afterHandshake = (
  revision: string,
  { client: own = {}, server: other = {} }: Agreed = {},
): readonly EventBody[] => [
  ...SPAWNED,
  client(offered('h1', revision, { capabilities: own })),
  server(agreed('h1', revision, { capabilities: other })),
  client(notification('notifications/initialized')),
];

/** Over stdio: a server of the per-request era that was asked what it can do. Id `d1`. */
export const discovered = ({ client: own = {}, server: other = {} }: Agreed = {}): readonly EventBody[] => [
  ...SPAWNED,
  client(request('d1', 'server/discover', { _meta: meta(own) })),
  server(found('d1', other)),
];
