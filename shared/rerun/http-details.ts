/** How a person sent one message over HTTP: what they set, left out or chose beyond what the protocol asks for. */
import { isUrl } from '#shared/base';
import { DEFAULT_POLICY, protocolHeaders, type Policy } from '#shared/driver';
import {
  isSameOrigin,
  POST_HEADERS,
  textOf,
  type Connection,
  type HeaderPairs,
  type HttpBody,
  type MessageEvent,
  type RecordingHeader,
} from '#shared/recording';
import type { SessionState } from '#shared/session';
import type { HttpDetails } from '#shared/transport';
import type { RecordedHttp } from './types.ts';

/** Belongs to the connection, or was granted; the live one has its own. */
const OF_THE_CONNECTION: readonly string[] = ['user-agent', 'authorization', 'cookie'];

/** What the recorded request has beside the protocol's headers, or undefined; `state` precedes it. Redacted values are left out. */
export function sentByPerson(
  request: HttpBody | undefined,
  state: Readonly<SessionState>,
  message: MessageEvent,
  { connection }: RecordingHeader,
): RecordedHttp | undefined {
  if (!request) return undefined;
  const { method = 'POST', url = '', headers = [] } = request;
  const connectionNames = connection.transport === 'stdio' ? [] : (connection.headerNames ?? []);
  const ignored = new Set([...OF_THE_CONNECTION, ...connectionNames.map((name) => name.toLowerCase())]);
  const policy: Policy = { ...DEFAULT_POLICY, revision: state.offered ?? DEFAULT_POLICY.revision };
  const own = new Map(
    [...POST_HEADERS, ...protocolHeaders(state, policy, textOf(message))].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const set = headers.filter(
    ([name, value]) =>
      !ignored.has(name.toLowerCase()) && own.get(name.toLowerCase()) !== value && !/‹[^›]*›/.test(value),
  );
  const without = [...own.keys()].filter((name) => !sent.has(name));
  if (set.length === 0 && without.length === 0 && method === 'POST') return undefined;
  return { url, set, without, ...(method === 'POST' ? {} : { method }) };
}

/** What the protocol itself has (basic/transports); anything else, and the id of a session, may say who a person is. */
const OF_THE_PROTOCOL = /^(?:accept|content-type|last-event-id|mcp-(?!session-id$).*)$/i;

/** The only origin to which a recorded message takes headers of its own along; undefined where it has none. */
export const ownOrigin = ({ url, set }: RecordedHttp): string | undefined =>
  isUrl(url) && set.some(([name]) => !OF_THE_PROTOCOL.test(name)) ? new URL(url).origin : undefined;

/** The same in the live session over `connection`, whose own headers `own` are. */
export function liveDetails(
  { url, set: recorded, without, method }: RecordedHttp,
  own: HeaderPairs,
  connection: Connection,
): HttpDetails {
  const same = connection.transport !== 'stdio' && isSameOrigin(url, connection.url);
  const set = same ? recorded : recorded.filter(([name]) => OF_THE_PROTOCOL.test(name));
  const replaced = new Set([...without, ...set.map(([name]) => name.toLowerCase())]);
  return {
    headers: [...own.filter(([name]) => !replaced.has(name.toLowerCase())), ...set],
    without,
    ...(method === undefined ? {} : { method }),
  };
}
