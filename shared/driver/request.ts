/** The text of a request as this client sends it: its parameters as they are written, with what the era and the policy add. */
import { type JsonObject, memberText, scanJson } from '#shared/jsonrpc';
import { defaultClientCapabilities, eraOf, LATEST_PER_REQUEST_REVISION, requestMeta } from '#shared/mcp';
import type { SessionState } from '#shared/session';
import type { Policy } from './policy.ts';

/** Name and version by which this client makes itself known. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface RequestFacts {
  readonly state: Readonly<SessionState>;
  readonly policy: Policy;
  readonly client: ClientInfo;
}

/**
 * A whole request. `params` is JSON text and keeps every digit; `id` is the next free one unless given. In the per-request
 * era, or when `revision` names one, `_meta` says what 2026-07-28, basic/index#meta asks of every request.
 */
export function requestText(
  facts: RequestFacts,
  method: string,
  params?: string,
  { id = facts.state.nextId, revision }: { readonly id?: number; readonly revision?: string } = {},
): string {
  const withMeta = addMeta(params, metaOf(facts, revision));
  const member = withMeta === undefined ? '' : `,"params":${withMeta}`;
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${member}}`;
}

/** The members of `_meta` that go out with every request now, or undefined when there are none. */
function metaOf({ state, policy, client }: RequestFacts, named?: string): JsonObject | undefined {
  const revision = named ?? perRequestRevision(state, policy);
  const reserved =
    revision === undefined
      ? {}
      : requestMeta({
          revision,
          clientInfo: client,
          capabilities: policy.capabilities ?? defaultClientCapabilities(revision),
          ...(policy.logLevel === undefined ? {} : { logLevel: policy.logLevel }),
        });
  const meta = { ...reserved, ...policy.meta };
  return Object.keys(meta).length > 0 ? meta : undefined;
}

/** The revision that requests name now; undefined in the handshake era, whose requests name none. */
export function perRequestRevision(state: Readonly<SessionState>, policy: Policy): string | undefined {
  if (state.era) return state.era.era === 'per-request' ? (state.revision ?? LATEST_PER_REQUEST_REVISION) : undefined;
  if (state.revision !== undefined) return eraOf(state.revision) === 'per-request' ? state.revision : undefined;
  return policy.revision !== 'auto' && eraOf(policy.revision) === 'per-request' ? policy.revision : undefined;
}

/** `params` with more members in its `_meta`; what is written there already stays and goes first. Not an object: left alone. */
function addMeta(params: string | undefined, meta: JsonObject | undefined): string | undefined {
  if (!meta) return params;
  if (params === undefined) return JSON.stringify({ _meta: meta });
  const scan = scanJson(params);
  if (scan.root !== 'object' || scan.fault) return params;
  const written = memberText(params, ['_meta']);
  const others = scan.members
    .filter(({ key }) => key !== '_meta')
    .map(({ key, start, end }) => `${JSON.stringify(key)}:${params.slice(start, end)}`);
  return `{${[...others, `"_meta":${mergeMeta(written, meta)}`].join(',')}}`;
}

function mergeMeta(written: string | undefined, meta: JsonObject): string {
  const scan = written === undefined ? undefined : scanJson(written);
  if (written === undefined || scan?.root !== 'object') return JSON.stringify(meta);
  const own = new Set(scan.members.map(({ key }) => key));
  const kept = scan.members.map(({ key, start, end }) => `${JSON.stringify(key)}:${written.slice(start, end)}`);
  const added = Object.entries(meta).flatMap(([name, value]) =>
    own.has(name) ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  );
  return `{${[...kept, ...added].join(',')}}`;
}
