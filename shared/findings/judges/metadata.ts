/** `_meta`, annotations and icons, wherever messages have them (basic/index#_meta, server/resources#annotations, basic/index#icons). */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { RULES as METADATA } from '../rules/metadata.ts';
import { declares, judge, quoted, type About, type Rule, type Turn } from '../judging.ts';
import { pointerBelow, visitHolders, type HolderKind, type Place } from '../holders.ts';
import { isName, isPrefix, isReserved, metaKey } from '../meta-keys.ts';

const {
  'meta-object': OBJECT,
  'meta-key-prefix': PREFIX,
  'meta-key-name': NAME,
  'meta-reserved-prefix': RESERVED,
  'meta-trace-context': TRACE,
  'annotation-priority': PRIORITY,
  'annotation-audience': AUDIENCE,
  'annotation-last-modified': LAST_MODIFIED,
  'icon-src-scheme': SCHEME,
  'icon-sizes': SIZES,
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
  rules: [OBJECT, PREFIX, NAME, RESERVED, TRACE, PRIORITY, AUDIENCE, LAST_MODIFIED, SCHEME, SIZES],
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

/** Calendar date and time of day in the extended or the basic format (ISO 8601). */
const DATE_TIME = /^\d{4}(?:-\d\d-\d\d|\d{4})T\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,20})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;

function judgeAnnotations(turn: Turn, annotations: unknown, place: Place): void {
  if (!isObject(annotations)) return;
  const { priority, audience, lastModified } = annotations;
  if (priority !== undefined && turn.applies(PRIORITY)) {
    const good = typeof priority === 'number' && priority >= 0 && priority <= 1;
    if (!good)
      turn.report(PRIORITY, { pointer: pointerBelow(place, 'annotations', 'priority'), found: [quoted(priority)] });
  }
  if (audience !== undefined && turn.applies(AUDIENCE)) {
    const good = Array.isArray(audience) && audience.every((each) => each === 'user' || each === 'assistant');
    if (!good)
      turn.report(AUDIENCE, { pointer: pointerBelow(place, 'annotations', 'audience'), found: [quoted(audience)] });
  }
  if (lastModified === undefined || !turn.applies(LAST_MODIFIED)) return;
  if (typeof lastModified === 'string' && lastModified.includes('‹')) turn.cannotJudge(LAST_MODIFIED, 'redacted');
  else if (typeof lastModified !== 'string' || !isDateTime(lastModified))
    turn.report(LAST_MODIFIED, {
      pointer: pointerBelow(place, 'annotations', 'lastModified'),
      found: [quoted(lastModified)],
    });
}

function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text)) return false;
  const digits = text.replace(/-(?=\d\d(?:-|T))/gi, '');
  const [month = 0, day = 0] = [Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && Number(/T(\d\d)/i.exec(text)?.[1]) <= 24;
}

/** `http:` is not recommended, but no scheme that runs code or reads files. */
const HARMLESS: ReadonlySet<string> = new Set(['https', 'data', 'http']);
const SIZE = /^(?:[1-9]\d*x[1-9]\d*|any)$/;

function judgeIcons(turn: Turn, icons: unknown, place: Place): void {
  if (!Array.isArray(icons)) return;
  for (const [index, icon] of (icons as readonly unknown[]).entries())
    if (isObject(icon)) judgeIcon(turn, icon, { up: { up: place, name: 'icons' }, name: index });
}

function judgeIcon(turn: Turn, { src, sizes, theme }: JsonObject, place: Place): void {
  if (typeof src === 'string' && turn.applies(SCHEME)) {
    const scheme = /^([a-z][a-z0-9+.-]{0,40}):/i.exec(src)?.[1]?.toLowerCase();
    if (scheme !== undefined && !HARMLESS.has(scheme))
      turn.report(SCHEME, { pointer: pointerBelow(place, 'src'), found: [scheme, quoted(src)] });
  }
  if ((sizes === undefined && theme === undefined) || !turn.applies(SIZES)) return;
  if (typeof sizes === 'string')
    turn.report(SIZES, { pointer: pointerBelow(place, 'sizes'), found: ['sizes', quoted(sizes)] });
  const wrong = Array.isArray(sizes)
    ? (sizes as readonly unknown[]).findIndex((each) => typeof each !== 'string' || !SIZE.test(each))
    : -1;
  if (wrong >= 0 && Array.isArray(sizes))
    turn.report(SIZES, {
      pointer: pointerBelow(place, 'sizes', wrong),
      found: [`sizes/${wrong}`, quoted(sizes[wrong])],
    });
  if (theme !== undefined && theme !== 'light' && theme !== 'dark')
    turn.report(SIZES, { pointer: pointerBelow(place, 'theme'), found: ['theme', quoted(theme)] });
}
