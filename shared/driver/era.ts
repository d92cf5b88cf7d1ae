/** How a session opens and the era is detected (2026-07-28, basic/versioning, both transports). Verdicts are recorded with reasons. */
import { isObject } from '#shared/jsonrpc';
import {
  defaultClientCapabilities,
  eraOf,
  ErrorCode,
  isHandshakeRevision,
  LATEST_HANDSHAKE_REVISION,
  LATEST_PER_REQUEST_REVISION,
  latestSpoken,
  PER_REQUEST_ERRORS,
} from '#shared/mcp';
import { supportedVersions, type Closing, type SessionState } from '#shared/session';
import type { Command } from './command.ts';
import type { Policy } from './policy.ts';
import type { ClientInfo } from './request.ts';

/** The first steps after the connection opened. */
export function openingSteps(policy: Policy, client: ClientInfo): Command[] {
  if (!policy.handshake) return [];
  if (policy.revision === 'auto') return [discover(LATEST_PER_REQUEST_REVISION)];
  if (eraOf(policy.revision) === 'per-request') return [discover(policy.revision)];
  return [initialize(policy.revision, policy, client)];
}

const discover = (revision: string): Command => ({ do: 'request', method: 'server/discover', revision });

/** The `initialize` request that offers a revision. */
export function initialize(revision: string, policy: Policy, client: ClientInfo): Command {
  const params = {
    protocolVersion: revision,
    capabilities: policy.capabilities ?? defaultClientCapabilities(revision),
    clientInfo: client,
  };
  return { do: 'request', method: 'initialize', params: JSON.stringify(params) };
}

const found = (revision: string, reason: string): Command[] => [
  { do: 'record', body: { k: 'connection', event: 'era', reason, detail: revision } },
];

/** What to do when the automatic `server/discover` has ended. A revision that a person named has no fallback. */
export function verdict(closing: Closing, policy: Policy, state: Readonly<SessionState>): Command[] {
  const { pending, outcome, response, status } = closing;
  const chosen = policy.revision !== 'auto';
  const old = (reason: string): Command[] =>
    chosen ? [{ do: 'end', reason: 'discover-refused', detail: reason }] : found(LATEST_HANDSHAKE_REVISION, reason);
  if (outcome === 'timeout') {
    const abort: Command[] = pending.x === undefined ? [] : [{ do: 'abort', x: pending.x }];
    return [...abort, ...old('silence')];
  }
  if (outcome === 'ended') return old('exited');
  if (outcome === 'result') return fromResult(pending.revision ?? '', response?.result, chosen, old);
  // Refused for want of authorization: says nothing about the era.
  if (status === 401 || status === 403) return refused(status, state.authorizing === true);
  if (outcome === 'error') return fromError(pending.revision ?? '', response?.error, state.versionErrors, chosen, old);
  // Nothing was reached at all: the transport says so itself, with more to tell.
  if (outcome === 'no-answer') return status ? old(status < 300 ? 'empty-answer' : `http-${status}`) : [];
  return [];
}

/** The platform did not let the first `server/discover` through, or does not say why it failed. */
export function blockedVerdict(policy: Policy): Command[] {
  return policy.revision === 'auto' ? found(LATEST_HANDSHAKE_REVISION, 'blocked') : [];
}

/** While authorization is under way, what was refused will be sent again. */
function refused(status: 401 | 403, authorizing: boolean): Command[] {
  if (authorizing) return [];
  return [{ do: 'end', reason: status === 401 ? 'http-unauthorized' : 'http-forbidden', detail: String(status) }];
}

function fromResult(asked: string, result: unknown, chosen: boolean, old: (reason: string) => Command[]): Command[] {
  const supported = supportedVersions(result);
  if (!supported) return old('not-a-discover-result');
  if (supported.includes(asked)) return found(asked, chosen ? 'chosen' : 'discovered');
  const other = latestSpoken(supported, 'per-request');
  if (other !== undefined) return [discover(other)];
  const handshake = latestSpoken(supported, 'handshake');
  if (handshake === undefined) return [{ do: 'end', reason: 'unsupported-revision', detail: supported.join(', ') }];
  return chosen
    ? [{ do: 'end', reason: 'unsupported-revision', detail: supported.join(', ') }]
    : found(handshake, 'discovered-handshake-only');
}

function fromError(
  asked: string,
  error: unknown,
  versionErrors: number,
  chosen: boolean,
  old: (reason: string) => Command[],
): Command[] {
  const code = isObject(error) ? error['code'] : undefined;
  // A server may write anything there, and not everything can be made a string.
  const reason = `error-${typeof code === 'number' ? String(code) : typeof code}`;
  if (!PER_REQUEST_ERRORS.includes(code)) return old(reason);
  if (code !== ErrorCode.UnsupportedVersion) return found(asked, reason);
  const data = isObject(error) ? error['data'] : undefined;
  const supported: unknown = isObject(data) ? data['supported'] : undefined;
  const versions = Array.isArray(supported) ? supported.filter((each) => typeof each === 'string') : [];
  // basic/versioning#protocol-version-negotiation: once, with a version the server names, even the one that was asked for;
  // never a guess.
  const named = versionErrors > 1 ? undefined : latestSpoken(versions, 'per-request');
  if (named !== undefined) return [discover(named)];
  const handshake = latestSpoken(versions, 'handshake');
  if (handshake !== undefined && !chosen) return found(handshake, 'version-error');
  return [{ do: 'end', reason: 'unsupported-revision', detail: versions.join(', ') }];
}

/** The era is known: open a session of it. */
export function eraSteps(
  state: Readonly<SessionState>,
  revision: string,
  policy: Policy,
  client: ClientInfo,
): Command[] {
  if (!policy.handshake || state.era?.era === 'per-request') return [];
  return [initialize(revision, policy, client)];
}

/** Statuses after which a server may be one of HTTP+SSE (basic/transports#backwards-compatibility). */
const MAYBE_HTTP_SSE: readonly unknown[] = [400, 404, 405];

/** lifecycle#version-negotiation: go on when the server's revision is one we speak, otherwise disconnect. */
export function afterInitialize(state: Readonly<SessionState>, closing: Closing, policy: Policy): Command[] {
  const { outcome, status, pending } = closing;
  const automatic = pending.by === 'auto';
  if (!automatic && outcome !== 'result') return [];
  // An answer to the probe that came late corrects the verdict once the handshake is refused: a server of both eras has begun a session
  // with `initialize`, and serves no requests of the other era in it.
  const modern = latestSpoken(state.supported ?? [], 'per-request');
  if (modern !== undefined && (outcome === 'error' || outcome === 'timeout')) return found(modern, 'discovered');
  if (outcome === 'error' || outcome === 'no-answer') {
    if (status === 401 || status === 403) return refused(status, state.authorizing === true);
    if (pending.x !== undefined && MAYBE_HTTP_SSE.includes(status) && state.endpoint === undefined)
      return [
        { do: 'listen' },
        ...(policy.probeMs > 0 ? [{ do: 'wait', ms: policy.probeMs, for: { what: 'endpoint' } } as const] : []),
      ];
    return [{ do: 'end', reason: outcome === 'error' ? 'initialize-refused' : 'initialize-unanswered', detail: '' }];
  }
  if (outcome === 'timeout') return [{ do: 'end', reason: 'initialize-unanswered', detail: '' }];
  if (outcome !== 'result') return [];
  const agreed = state.revision;
  if (agreed === undefined) return automatic ? [{ do: 'end', reason: 'initialize-invalid', detail: '' }] : [];
  if (agreed !== state.offered && !isHandshakeRevision(agreed))
    return automatic ? [{ do: 'end', reason: 'unsupported-revision', detail: agreed }] : [];
  return policy.handshake && automatic
    ? [{ do: 'send', text: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }]
    : [];
}
