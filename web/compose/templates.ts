/** Messages to start from, made from the facts of the session: next free id, revision in force, known names. */
import { perRequestRevision, requestText, type ClientInfo, type Policy } from '#shared/driver';
import { formatJson } from '#shared/jsonrpc';
import {
  definesMethod,
  eraOf,
  isHandshakeRevision,
  LATEST_HANDSHAKE_REVISION,
  LATEST_PER_REQUEST_REVISION,
  METHODS,
  NON_STANDARD_METHODS,
  senderOf,
  type MethodFacts,
} from '#shared/mcp';
import type { SessionState } from '#shared/session';
import type { Template, TemplateGroup } from './template.ts';
import { inputAnswers, openAnswers, unaskedAnswers } from './template-answers.ts';
import { paramsText } from './template-params.ts';

export interface TemplateFacts {
  readonly state: Readonly<SessionState>;
  readonly policy: Policy;
  readonly client: ClientInfo;
  /** Lay the text out over lines. Not for stdio, where each line would be a message. */
  readonly lines: boolean;
}

/** The revision in force, or the one that will be offered first. Any string can be: it comes from a person or a server. */
export function revisionInForce(state: Readonly<SessionState>, policy: Policy): string {
  const named = perRequestRevision(state, policy);
  if (named !== undefined) return named;
  return [state.revision, state.offered, policy.revision].find(isHandshakeRevision) ?? LATEST_HANDSHAKE_REVISION;
}

/** Every message that a client may send, an answer for all that is open, and what no client should send. */
export function templates(facts: TemplateFacts): Template[] {
  const revision = revisionInForce(facts.state, facts.policy);
  const all = [
    ...openAnswers(facts.state),
    ...inputAnswers(facts),
    ...METHODS.map((method): Template => {
      const group = groupOf(method, revision);
      return { group, key: method.method, method: method.method, text: messageText(method, facts, revision) };
    }),
    ...unaskedAnswers(facts.state, revision),
    ...NON_STANDARD_METHODS.map(({ method, kind }): Template => {
      const id = kind === 'request' ? `"id":${facts.state.nextId},` : '';
      return { group: 'nonStandard', key: method, method, text: `{"jsonrpc":"2.0",${id}"method":"${method}"}` };
    }),
  ];
  return all.map((each) => ({ ...each, text: lay(each.text, facts.lines) }));
}

/** The composer's first text: a request that does no harm, of the revision in force; a long one on one line. */
export function firstText(facts: TemplateFacts): string {
  const revision = revisionInForce(facts.state, facts.policy);
  const discover = METHODS.find(({ method }) => method === 'server/discover');
  if (eraOf(revision) !== 'per-request' || !discover) return pingTemplate(facts.state.nextId, facts.lines);
  return messageText(discover, facts, revision);
}

export function pingTemplate(nextId: number, lines: boolean): string {
  return lay(JSON.stringify({ jsonrpc: '2.0', id: nextId, method: 'ping' }), lines);
}

const lay = (text: string, lines: boolean): string => (lines ? formatJson(text) : text);

function groupOf(method: MethodFacts, revision: string): TemplateGroup {
  if (!definesMethod(method, revision)) return 'elsewhere';
  // From 2026-07-28 on some are no messages of their own any more: a server puts them into a result.
  return senderOf(method, revision) === 'server' ? 'server' : method.kind;
}

function messageText(method: MethodFacts, facts: TemplateFacts, inForce: string): string {
  const revision = definesMethod(method, inForce) ? inForce : (method.until ?? LATEST_PER_REQUEST_REVISION);
  const { state, policy, client } = facts;
  const offered = [state.offered, policy.revision].find((each) => each !== undefined && each !== 'auto');
  const params = paramsText(method.method, {
    state,
    policy,
    clientInfo: client,
    revision: method.method === 'initialize' && eraOf(offered ?? '') === 'handshake' ? (offered ?? revision) : revision,
  });
  const perRequest = eraOf(revision) === 'per-request';
  if (method.kind === 'request' && (perRequest || revision === inForce))
    return requestText(facts, method.method, params, perRequest ? { revision } : {});
  const id = method.kind === 'request' ? `"id":${state.nextId},` : '';
  return `{"jsonrpc":"2.0",${id}"method":"${method.method}"${params === undefined ? '' : `,"params":${params}`}}`;
}
