/** `_meta`, annotations and icons, wherever messages have them (basic/index#_meta, server/resources#annotations, basic/index#icons). */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { METADATA } from '../catalogue/metadata.ts';
import { declares } from '../extensions.ts';
import { visitHolders, type Visit } from '../holders.ts';
import { judge } from '../judge.ts';
import { isName, isPrefix, isReserved, metaKey } from '../meta-keys.ts';
import { quoted } from '../told.ts';
import type { Turn } from '../turn.ts';
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
]);

export const METADATA_JUDGE = judge({
  name: 'metadata',
  rules: [
    ...[OBJECT, PREFIX, NAME, RESERVED, TRACE],
    ...[METADATA['annotation-priority'], METADATA['annotation-audience'], METADATA['annotation-last-modified']],
    ...[METADATA['icon-src-scheme'], METADATA['icon-sizes']],
  ],
  request: look,
  notification: look,
  response: look,
});

function look(turn: Turn, { large }: Decoded): void {
  if (large) return void turn.unsure(OBJECT, 'too-large');
  const visit: Visit = (kind, holder, at) => {
    if (Object.hasOwn(holder, '_meta')) meta(turn, holder['_meta'], at);
    if (kind === 'annotated' && turn.dir === 's2c' && Object.hasOwn(holder, 'annotations'))
      judgeAnnotations(turn, holder['annotations'], at);
    // Content blocks that link to a resource have icons as resources do.
    if (kind !== 'plain' && Object.hasOwn(holder, 'icons')) judgeIcons(turn, holder['icons'], at);
  };
  visitHolders(turn, visit);
}

type At = Parameters<Visit>[2];

function meta(turn: Turn, value: unknown, at: At): void {
  if (turn.tries(OBJECT) && !isObject(value)) turn.broke(OBJECT, { pointer: at('_meta'), found: [quoted(value)] });
  if (!isObject(value)) return;
  const keys = turn.tries(PREFIX) && turn.tries(NAME) && turn.tries(RESERVED);
  if (keys) for (const key of Object.keys(value)) grammar(turn, key, at);
  if (turn.tries(TRACE)) traceContext(turn, value, at);
}

function grammar(turn: Turn, key: string, at: At): void {
  if (DEFINED.has(key)) return;
  if (key.includes('‹')) return void turn.unsure(NAME, 'redacted');
  const { prefix, name } = metaKey(key);
  const found = { pointer: at('_meta', key), found: [quoted(key)] };
  if (prefix !== undefined && !isPrefix(prefix)) turn.broke(PREFIX, found);
  else if (prefix !== undefined && isReserved(prefix, turn.revision ?? '') && !isNegotiated(turn, key))
    turn.broke(RESERVED, found);
  if (!isName(name)) turn.broke(NAME, found);
}

/** Extensions may bring keys of their own. */
function isNegotiated({ scene }: Turn, key: string): boolean {
  return declares(scene.client, key) || declares(scene.server, key);
}

const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceContext(turn: Turn, value: JsonObject, at: At): void {
  for (const name of ['traceparent', 'tracestate', 'baggage']) {
    if (!Object.hasOwn(value, name)) continue;
    const text = value[name];
    if (typeof text === 'string' && text.includes('‹')) turn.unsure(TRACE, 'redacted');
    else if (typeof text !== 'string' || !(name === 'traceparent' ? TRACE_PARENT.test(text) : isPairs(text)))
      turn.broke(TRACE, { pointer: at('_meta', name), found: [name, quoted(text)] });
  }
}

/** `key=value` pairs with commas between; what follows a semicolon is about the pair. Empty places are allowed. */
function isPairs(text: string): boolean {
  return text.split(',').every((each) => {
    const pair = each.trim();
    return pair === '' || pair.indexOf('=') > 0;
  });
}
