/** `_meta`, annotations and icons, wherever messages have them (basic/index#_meta, server/resources#annotations, basic/index#icons). */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { RULES as METADATA } from '../rules/metadata.ts';
import { declares, judge, quoted, type About, type Rule, type Turn } from '../judging.ts';
import { pointerBelow, visitHolders, type HolderKind, type Place } from '../holders.ts';
import { isName, isPrefix, isReserved, metaKey } from '../meta-keys.ts';
import { judgeAnnotations } from './annotations.ts';
import { judgeIcons } from './icons.ts';

const {
  'meta-object': OBJECT,
  'meta-key-prefix': PREFIX,
  'meta-key-name': NAME,
  'meta-reserved-prefix': RESERVED,
  'meta-trace-context': TRACE,
} = METADATA;

/** Keys with a reserved prefix that some revision or official extension defines. */
const DEFINED: ReadonlySet<string> = new Set([
  ...Object.values(META),
  'io.modelcontextprotocol/model-immediate-response',
  'io.modelcontextprotocol/ui',
  // No prefix, but in nearly every call.
  'progressToken',
]);

export const METADATA_JUDGE = judge({
  rules: [
    ...[OBJECT, PREFIX, NAME, RESERVED, TRACE],
    ...[METADATA['annotation-priority'], METADATA['annotation-audience'], METADATA['annotation-last-modified']],
    ...[METADATA['icon-src-scheme'], METADATA['icon-sizes']],
  ],
  interestedIn: { request: mayHold, notification: mayHold },
  request: look,
  notification: look,
  response: look,
});

/** Methods whose parameters hold what may have `_meta`, annotations or icons. */
const HOLDING: ReadonlySet<string> = new Set(['initialize', 'sampling/createMessage']);

function look(turn: Turn, { large }: Decoded): void {
  if (large) return void turn.cannotJudge(OBJECT, 'too-large');
  visitHolders(turn, judgeHolder);
}

/** Most requests and notifications have neither `_meta` nor anything that could have one. */
function mayHold({ method, sound, meta: has, inputs }: About): boolean {
  return !sound || has || inputs || HOLDING.has(method);
}

function judgeHolder(turn: Turn, kind: HolderKind, holder: JsonObject, place: Place): void {
  if (holder['_meta'] !== undefined) meta(turn, holder['_meta'], place);
  if (kind === 'annotated' && turn.dir === 's2c') judgeAnnotations(turn, holder['annotations'], place);
  // Content blocks that link to a resource have icons as resources do.
  if (kind !== 'plain') judgeIcons(turn, holder['icons'], place);
}

function meta(turn: Turn, value: unknown, place: Place): void {
  if (turn.applies(OBJECT) && !isObject(value))
    turn.report(OBJECT, { pointer: pointerBelow(place, '_meta'), found: [quoted(value)] });
  if (!isObject(value)) return;
  if (turn.applies(PREFIX) && turn.applies(NAME) && turn.applies(RESERVED))
    for (const key of Object.keys(value)) grammar(turn, key, place);
  if (turn.applies(TRACE)) traceContext(turn, value, place);
}

function grammar(turn: Turn, key: string, place: Place): void {
  if (DEFINED.has(key)) return;
  if (key.includes('‹')) return void turn.cannotJudge(NAME, 'redacted');
  const { prefix, name } = metaKey(key);
  const broke = (rule: Rule): void =>
    turn.report(rule, { pointer: pointerBelow(place, '_meta', key), found: [quoted(key)] });
  if (prefix !== undefined && !isPrefix(prefix)) broke(PREFIX);
  else if (prefix !== undefined && isReserved(prefix, turn.revision ?? '') && !isNegotiated(turn, key)) broke(RESERVED);
  if (!isName(name)) broke(NAME);
}

/** Extensions may bring keys of their own. */
function isNegotiated({ facts }: Turn, key: string): boolean {
  return declares(facts.client, key) || declares(facts.server, key);
}

const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceContext(turn: Turn, value: JsonObject, place: Place): void {
  for (const name of ['traceparent', 'tracestate', 'baggage']) {
    if (!Object.hasOwn(value, name)) continue;
    const text = value[name];
    if (typeof text === 'string' && text.includes('‹')) turn.cannotJudge(TRACE, 'redacted');
    else if (typeof text !== 'string' || !(name === 'traceparent' ? TRACE_PARENT.test(text) : isPairs(text)))
      turn.report(TRACE, { pointer: pointerBelow(place, '_meta', name), found: [name, quoted(text)] });
  }
}

/** `key=value` pairs with commas between; what follows a semicolon is about the pair. Empty places are allowed. */
function isPairs(text: string): boolean {
  return text.split(',').every((each) => {
    const pair = each.trim();
    return pair === '' || pair.indexOf('=') > 0;
  });
}
