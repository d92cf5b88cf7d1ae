/** Short ways to write down what violates a rule and what conforms to it. */
import type { EventBody } from '#shared/recording';
import { agreed, client, found, meta, notification, offered, request, server } from './messages.ts';

export interface Example {
  /** What precedes both. */
  readonly before?: readonly EventBody[];
  readonly violates: readonly EventBody[];
  readonly conforms: readonly EventBody[];
}

/** The examples of these rules, by id; `Without` have none. */
export type ExamplesOf<Rules, Without extends keyof Rules = never> = {
  readonly [id in Exclude<keyof Rules, Without>]: Example;
};

/** Examples of these rules; `before` precedes those that do not say what does. */
export const examples = <Rules>(before: readonly EventBody[], own: ExamplesOf<Rules>): ExamplesOf<Rules> =>
  Object.fromEntries(Object.entries<Example>(own).map(([id, each]) => [id, { before, ...each }])) as typeof own;

export const OPEN: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'connection', event: 'open' },
];
/** The event, so many seconds after the session began. Whatever follows it has to be later, too. */
export const after = (seconds: number, event: EventBody): EventBody & { readonly t: number } => ({
  ...event,
  t: seconds * 1_000_000,
});
export const CLOSED: EventBody = { k: 'connection', event: 'closed', reason: 'finished' };
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
