/** Names of methods: that the revision has them, who sends them, and how unknown ones are refused. */
import { isObject, type DecodedNotification, type DecodedRequest } from '#shared/jsonrpc';
import { definesMethod, eraOf, ErrorCode, methodFacts, type MethodFacts, senderOf } from '#shared/mcp';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { RULES as METHODS } from '../rules/methods.ts';
import { RULES as LIFECYCLE } from '../rules/lifecycle-extra.ts';
import { clientCapabilities, declares, judge, quoted, type SessionFacts, type Turn } from '../judging.ts';

const { 'rpc-unknown-method-code': UNKNOWN_CODE } = JSONRPC_RESPONSES;
const {
  'method-not-in-version': NOT_IN_VERSION,
  'method-wrong-direction': DIRECTION,
  'method-unknown': UNKNOWN,
} = METHODS;
const { 'lifecycle-shutdown-method': FAREWELL } = LIFECYCLE;

const FAREWELLS =
  /^(?:(?:notifications|mcp|session|server|client|connection|\$)\/)?(?:shutdown|exit|quit|closed?|bye|goodbye|disconnect(?:ed)?|terminated?)$/i;

export const METHOD_NAMES = judge({
  pureWhileAgreed: {
    request: ({ method }) => method !== 'server/discover',
    notification: () => true,
    response: ({ failed }) => !failed,
  },
  rules: [NOT_IN_VERSION, DIRECTION, UNKNOWN, UNKNOWN_CODE, FAREWELL],
  request: named,
  notification: named,
  response(turn, { outcome, error }) {
    const { asked, facts } = turn;
    if (!asked || !turn.applies(UNKNOWN_CODE)) return;
    const defined = methodFacts(asked.method);
    if ((defined && definesMethod(defined, asked.revision)) || !isOperating(facts) || mayBeExtended(facts)) return;
    const code = isObject(error) ? error['code'] : undefined;
    if (outcome === 'error' && (code === ErrorCode.MethodNotFound || code === undefined)) return;
    const found = [asked.method, outcome === 'error' ? quoted(code) : 'result'];
    turn.report(UNKNOWN_CODE, { pointer: outcome === 'error' ? '/error/code' : '/result', found, related: [asked.s] });
  },
});

const isOperating = ({ handshake }: SessionFacts): boolean => handshake === 'answered' || handshake === 'done';

/** Either side declared something beyond the core, which may bring methods of its own. */
function mayBeExtended({ client, server }: SessionFacts): boolean {
  return [client, server].some((own) =>
    ['experimental', 'extensions'].some((name) => isObject(own?.[name]) && Object.keys(own[name]).length > 0),
  );
}

function named(turn: Turn, item: DecodedRequest | DecodedNotification): void {
  const { method } = item;
  const facts = methodFacts(method);
  if (!facts) return unknown(turn, method);
  const revision = revisionFor(turn, method);
  if (!turn.applies(NOT_IN_VERSION) || revision === undefined) return;
  const dir = turn.dir ?? 'c2s';
  if (!definesMethod(facts, revision) || lacksExtension(turn, facts, item.params)) {
    // A client that speaks both eras may ask before the handshake.
    const probe = method === 'server/discover' && dir === 'c2s' && !isOperating(turn.facts);
    if (!probe) turn.report(NOT_IN_VERSION, { pointer: '/method', found: [method, revision] });
    return;
  }
  const sender = senderOf(facts, revision);
  if (turn.applies(DIRECTION) && sender !== 'both' && sender !== turn.side)
    turn.report(DIRECTION, { pointer: '/method', found: [method, sender] });
}

function unknown(turn: Turn, method: string): void {
  if (turn.applies(UNKNOWN) && method !== '' && !mayBeExtended(turn.facts))
    turn.report(UNKNOWN, { pointer: '/method', found: [quoted(method)] });
  if (turn.applies(FAREWELL) && FAREWELLS.test(method))
    turn.report(FAREWELL, { pointer: '/method', found: [quoted(method)] });
}

/** `server/discover` in a session that a handshake opened is judged by that session, whatever version it names. */
function revisionFor({ revision, facts, exchange }: Turn, method: string): string | undefined {
  if (method !== 'server/discover' || !isOperating(facts) || facts.revision === undefined) return revision;
  const ofSession = exchange ? exchange.headers.get('mcp-session-id') === facts.session && facts.session : true;
  return ofSession && eraOf(facts.revision) === 'handshake' ? facts.revision : revision;
}

/** A method that since 2026-07-28 an extension has, which neither side declared. Where only one did, that is another rule. */
function lacksExtension({ facts, revision = '' }: Turn, { extension }: MethodFacts, params: unknown): boolean {
  if (extension === undefined || eraOf(revision) === 'handshake' || facts.server === undefined) return false;
  return !declares(facts.server, extension) && !declares(clientCapabilities(facts, params), extension);
}
