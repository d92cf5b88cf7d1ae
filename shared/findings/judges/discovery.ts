/** `server/discover` (2026-07-28, server/discover), and what a client does when it is refused (basic/transports/stdio#backward-compatibility). */
import { isObject } from '#shared/jsonrpc';
import { ErrorCode, META, metaValue, PER_REQUEST_ERRORS } from '#shared/mcp';
import { RULES as MODERN_DISCOVER } from '../rules/modern-discover.ts';
import { areTexts, isPerRequest, judge, quoted, type Answer, type Asked, type Turn } from '../judging.ts';

const {
  'discover-implemented': IMPLEMENTED,
  'discover-result': RESULT,
  'discover-lists-current': CURRENT,
  'discover-probe-fallback': PROBE,
} = MODERN_DISCOVER;

interface State {
  /** `unknown`: discovery is not there, as far as was seen; `probe`: a refusal after which a client would try the handshake. */
  readonly open: Map<'unknown' | 'probe', { readonly s: number; readonly asked: number; readonly what: string }>;
}

function isValid({ params, revision, large }: Asked): boolean {
  return (
    !large &&
    isPerRequest(revision) &&
    typeof metaValue(params, META.protocolVersion) === 'string' &&
    isObject(metaValue(params, META.clientCapabilities))
  );
}

function discovered(turn: Turn, { to, outcome, result, error }: Answer, { open }: State): void {
  const related = [to.s];
  if (outcome === 'error') {
    const code = isObject(error) ? error['code'] : undefined;
    if (!PER_REQUEST_ERRORS.includes(code)) open.set('probe', { s: turn.s, asked: to.s, what: quoted(code) });
    if (code === ErrorCode.MethodNotFound && isValid(to)) missing(turn, to, quoted(code), open);
    return;
  }
  if (!isObject(result)) return;
  const { supportedVersions: versions, capabilities } = result;
  // A server of the handshake may answer anything with an empty result.
  const knows = turn.facts.served || ['resultType', 'supportedVersions', 'capabilities'].some((each) => each in result);
  if (!knows || !turn.applies(RESULT)) return;
  if (!areTexts(versions)) {
    const pointer = versions === undefined ? '/result' : '/result/supportedVersions';
    turn.report(RESULT, { pointer, found: ['`supportedVersions`', quoted(versions)], related });
  } else if (!isObject(capabilities)) {
    const pointer = capabilities === undefined ? '/result' : '/result/capabilities';
    turn.report(RESULT, { pointer, found: ['`capabilities`', quoted(capabilities)], related });
  }
  const version = metaValue(to.params, META.protocolVersion);
  if (!areTexts(versions) || typeof version !== 'string' || !turn.applies(CURRENT) || versions.includes(version))
    return;
  turn.report(CURRENT, { pointer: '/result/supportedVersions', found: [quoted(version), quoted(versions)], related });
}

/** Discovery is refused: wrong when the server knows the era, which may show only later. */
function missing(turn: Turn, asked: Asked, what: string, open: State['open']): void {
  if (!turn.facts.served) return void open.set('unknown', { s: turn.s, asked: asked.s, what });
  if (turn.applies(IMPLEMENTED)) turn.report(IMPLEMENTED, { found: [what], related: [asked.s] });
}

/** Another answer that only a server of the per-request era gives. */
function proves(turn: Turn, result: unknown, { open }: State): void {
  const before = open.get('unknown');
  const { asked } = turn;
  if (!before || !asked || asked.method === 'server/discover' || asked.dir !== 'c2s') return;
  if (!isObject(result) || typeof result['resultType'] !== 'string' || !turn.applies(IMPLEMENTED)) return;
  open.delete('unknown');
  turn.report(IMPLEMENTED, { at: before.s, found: [before.what], related: [before.asked] });
}

export const DISCOVERY = judge<State>({
  rules: [IMPLEMENTED, RESULT, CURRENT, PROBE],
  init: () => ({ open: new Map() }),
  requests: { initialize: (_turn, _request, { open }) => void open.clear() },
  request: ({ dir }, { method }, { open }) => {
    // Whatever else the client does, it has seen more of the server than the refusal.
    if (open.size > 0 && dir === 'c2s' && method !== 'server/discover') open.delete('probe');
  },
  response: (turn, { result }, state) => {
    if (state.open.size > 0) proves(turn, result, state);
  },
  answers: { 'server/discover': discovered },
  http: (turn, { phase }, { open }) => {
    const { exchange } = turn;
    if (phase !== 'end' || exchange?.asked?.method !== 'server/discover' || exchange.answered) return;
    const { status, asked } = exchange;
    if ((status === 404 || status === 405) && isValid(asked))
      turn.judgeAs(asked.revision, () => missing(turn, asked, `HTTP ${status}`, open));
  },
  process: (_turn, { event }, { open }) => {
    // A server that ends leaves nothing to be done.
    if (event === 'exit') open.delete('probe');
  },
  connection: (turn, { event }, { open }) => {
    const probe = open.get('probe');
    if (event !== 'closed' || !probe) return;
    open.delete('probe');
    turn.judgeAs('2026-07-28', () => {
      if (turn.applies(PROBE)) turn.report(PROBE, { found: [probe.what], related: [probe.asked, probe.s] });
    });
  },
});
