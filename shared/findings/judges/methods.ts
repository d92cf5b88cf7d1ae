/** Names of methods: that the revision has them, who sends them, and how unknown ones are refused. */
import { isObject, type DecodedNotification, type DecodedRequest } from '#shared/jsonrpc';
import { definesMethod, eraOf, methodFacts, senderOf, type MethodFacts } from '#shared/mcp';
import { JSONRPC } from '../catalogue/jsonrpc.ts';
import { LIFECYCLE } from '../catalogue/lifecycle.ts';
import { clientCapabilities, declares, judge, quoted, type Scene, type Turn } from '../judging.ts';

const {
  'method-not-in-version': NOT_IN_VERSION,
  'method-wrong-direction': DIRECTION,
  'method-unknown': UNKNOWN,
  'rpc-unknown-method-code': UNKNOWN_CODE,
} = JSONRPC;
const { 'lifecycle-shutdown-method': FAREWELL } = LIFECYCLE;

const FAREWELLS =
  /^(?:(?:notifications|mcp|session|server|client|connection|\$)\/)?(?:shutdown|exit|quit|closed?|bye|goodbye|disconnect(?:ed)?|terminated?)$/i;

export const METHOD_NAMES = judge({
  steady: {
    request: ({ method }) => method !== 'server/discover',
    notification: () => true,
    response: ({ failed }) => !failed,
  },
  rules: [NOT_IN_VERSION, DIRECTION, UNKNOWN, UNKNOWN_CODE, FAREWELL],
  request: named,
  notification: named,
  response(turn, { outcome, error }) {
    const { asked, scene } = turn;
    if (!asked || !turn.tries(UNKNOWN_CODE)) return;
    const facts = methodFacts(asked.method);
    if ((facts && definesMethod(facts, asked.revision)) || !isOperating(scene) || mayBeExtended(scene)) return;
    const code = isObject(error) ? error['code'] : undefined;
    if (outcome === 'error' && (code === -32601 || code === undefined)) return;
    const found = [asked.method, outcome === 'error' ? quoted(code) : 'result'];
    turn.broke(UNKNOWN_CODE, { pointer: outcome === 'error' ? '/error/code' : '/result', found, rests: [asked.s] });
  },
});

const isOperating = ({ handshake }: Scene): boolean => handshake === 'answered' || handshake === 'done';

/** Either side declared something beyond the core, which may bring methods of its own. */
function mayBeExtended({ client, server }: Scene): boolean {
  return [client, server].some((own) =>
    ['experimental', 'extensions'].some((name) => isObject(own?.[name]) && Object.keys(own[name]).length > 0),
  );
}

function named(turn: Turn, item: DecodedRequest | DecodedNotification): void {
  const { method } = item;
  const facts = methodFacts(method);
  if (!facts) return unknown(turn, method);
  const revision = revisionFor(turn, method);
  if (!turn.tries(NOT_IN_VERSION) || revision === undefined) return;
  const dir = turn.dir ?? 'c2s';
  if (!definesMethod(facts, revision) || lacksExtension(turn, facts, item.params)) {
    // A client that speaks both eras may ask before the handshake.
    const probe = method === 'server/discover' && dir === 'c2s' && !isOperating(turn.scene);
    if (!probe) turn.broke(NOT_IN_VERSION, { pointer: '/method', found: [method, revision] });
    return;
  }
  const sender = senderOf(facts, revision);
  if (turn.tries(DIRECTION) && sender !== 'both' && sender !== turn.side)
    turn.broke(DIRECTION, { pointer: '/method', found: [method, sender] });
}

function unknown(turn: Turn, method: string): void {
  if (turn.tries(UNKNOWN) && method !== '' && !mayBeExtended(turn.scene))
    turn.broke(UNKNOWN, { pointer: '/method', found: [quoted(method)] });
  if (turn.tries(FAREWELL) && FAREWELLS.test(method))
    turn.broke(FAREWELL, { pointer: '/method', found: [quoted(method)] });
}

/** `server/discover` in a session that a handshake opened is judged by that session, whatever version it names. */
function revisionFor({ revision, scene, exchange }: Turn, method: string): string | undefined {
  if (method !== 'server/discover' || !isOperating(scene) || scene.revision === undefined) return revision;
  const ofSession = exchange ? exchange.headers.get('mcp-session-id') === scene.session && scene.session : true;
  return ofSession && eraOf(scene.revision) === 'handshake' ? scene.revision : revision;
}

/** A method that since 2026-07-28 an extension has, which neither side declared. Where only one did, that is another rule. */
function lacksExtension({ scene, revision = '' }: Turn, { extension }: MethodFacts, params: unknown): boolean {
  if (extension === undefined || eraOf(revision) === 'handshake' || scene.server === undefined) return false;
  return !declares(scene.server, extension) && !declares(clientCapabilities(scene, params), extension);
}
