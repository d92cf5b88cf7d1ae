/** Reading resources: what is asked for, what comes, and how a missing one is reported (server/resources#reading-resources). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { jsonText, judge, keep, quoted, RENEWED, type Answer, type SessionFacts, type Turn } from '../judging.ts';
import { blocksAt, hasResources, itemsAt, objectsAt } from './content.ts';
import { isUnlisted, listedAs } from './listing.ts';
import { errorCode, ownResult } from './outcomes.ts';
import { fitsTemplate } from './templates.ts';

const {
  'resource-contents-array': ARRAY,
  'resource-contents-text-or-blob': BODY,
  'resource-contents-uri': URI,
  'resource-binary-as-text': BINARY,
  'resource-size-mismatch': SIZE,
  'resource-empty-contents': EMPTY,
  'resource-not-found-code-legacy': LEGACY_CODE,
  'resource-not-found-code': CODE,
  'resource-https-scheme': HTTPS,
  'resource-read-unlisted': UNLISTED,
} = RESOURCES;
const OF_RESULTS = [ARRAY, BODY, URI, BINARY, SIZE, EMPTY];

interface State {
  /** URIs that results linked to or embedded. */
  readonly offered: Map<string, number>;
}

export const RESOURCE_READS = judge<State>({
  rules: [...OF_RESULTS, LEGACY_CODE, CODE, HTTPS, UNLISTED],
  init: () => ({ offered: new Map() }),
  ...RENEWED,
  requests: {
    'resources/read'(turn, { params }, { offered }) {
      const uri = isObject(params) ? params['uri'] : undefined;
      if (typeof uri !== 'string') return;
      const listed = turn.facts.resources.get(uri);
      if (listed && /^https:/i.test(uri) && turn.applies(HTTPS))
        turn.report(HTTPS, { pointer: '/params/uri', found: [quoted(uri)], related: [listed.s] });
      if (!isUnlisted(turn.facts, 'resources', uri) || !turn.applies(UNLISTED)) return;
      if (offered.has(uri) || fitsSome(turn.facts, uri)) return;
      const related = [turn.facts.walks.get('resources')?.began];
      turn.report(UNLISTED, { pointer: '/params/uri', found: [quoted(uri)], related });
    },
  },
  answers: {
    'resources/read'(turn, answer, { offered }) {
      missing(turn, answer);
      const result = ownResult(turn, answer, OF_RESULTS);
      if (!result) return;
      for (const { value } of objectsAt(result['contents'], '')) offer(turn, offered, value['uri']);
      contents(turn, answer, result['contents']);
    },
    'tools/call'(turn, answer, { offered }) {
      const content = ownResult(turn, answer)?.['content'];
      if (hasResources(content))
        for (const { value, at } of objectsAt(content, '/result/content')) offerBlock(turn, offered, value, at);
    },
    'prompts/get'(turn, answer, { offered }) {
      for (const { value, at } of objectsAt(ownResult(turn, answer)?.['messages'], '/result/messages'))
        for (const { value: block, at: place } of blocksAt(value['content'], `${at}/content`))
          if (isObject(block)) offerBlock(turn, offered, block, place);
    },
  },
});

function offerBlock(turn: Turn, offered: State['offered'], { type, uri, resource }: JsonObject, at: string): void {
  if (type === 'resource_link') return offer(turn, offered, uri);
  if (type !== 'resource' || !isObject(resource)) return;
  offer(turn, offered, resource['uri']);
  binary(turn, resource, `${at}/resource`);
}

function offer({ s }: Turn, offered: State['offered'], uri: unknown): void {
  if (typeof uri === 'string') keep(offered, uri, s);
}

function fitsSome({ resourceTemplates }: SessionFacts, uri: string): boolean {
  for (const template of resourceTemplates.keys()) if (fitsTemplate(template, uri)) return true;
  return false;
}

/** Words by which servers say that there is no such resource. */
const MISSING = /not found|unknown|no such|does not exist|doesn['’]t exist|not exist|ENOENT/i;

function missing(turn: Turn, { to, error, ...answer }: Answer): void {
  if (answer.outcome !== 'error' || !isObject(error)) return;
  const code = errorCode({ to, error, ...answer });
  // That there is no such method is another matter.
  if (code === undefined || code === -32601) return;
  const { message, data } = error;
  const same = isObject(data) && data['uri'] !== undefined && data['uri'] === to.params?.['uri'];
  const says = (value: unknown): boolean => typeof value === 'string' && MISSING.test(value.slice(0, 1000));
  if (!same && !says(message) && !says(typeof data === 'string' ? data : jsonText(data ?? ''))) return;
  const told = { pointer: '/error/code', found: [code], related: [to.s] };
  if (turn.applies(LEGACY_CODE) && code !== -32002) turn.report(LEGACY_CODE, told);
  if (turn.applies(CODE) && code !== -32602) turn.report(CODE, told);
}

function contents(turn: Turn, { to }: Answer, list: unknown): void {
  if (turn.applies(ARRAY) && !Array.isArray(list)) {
    const pointer = list === undefined ? '/result' : '/result/contents';
    turn.report(ARRAY, { pointer, found: [quoted(list)], related: [to.s] });
  }
  const entries = itemsAt(list, '/result/contents');
  for (const { value, at } of entries) {
    const { text, blob, mimeType } = isObject(value) ? value : {};
    const bodies = [typeof text === 'string', typeof blob === 'string'];
    if (turn.applies(BODY) && bodies[0] === bodies[1])
      turn.report(BODY, { pointer: at, found: [quoted(text), quoted(blob)] });
    binary(turn, { text, mimeType }, at);
  }
  const uri = to.params?.['uri'];
  if (typeof uri !== 'string' || !Array.isArray(list)) return;
  const objects = objectsAt(list, '/result/contents');
  if (entries.length === 0) empty(turn, uri, to.s);
  else if (objects.length > 0)
    asAsked(
      turn,
      uri,
      objects.map(({ value }) => value),
      to.s,
    );
}

/** Bytes that came as text. */
function binary(turn: Turn, { text, mimeType }: JsonObject, at: string): void {
  if (typeof text !== 'string' || !turn.applies(BINARY) || typeof mimeType !== 'string') return;
  if (/^(?:image\/(?!svg\+xml)|audio\/|video\/|application\/octet-stream)/i.test(mimeType))
    turn.report(BINARY, { pointer: `${at}/mimeType`, found: [quoted(mimeType)] });
}

function empty(turn: Turn, uri: string, asked: number): void {
  const { facts } = turn;
  if (!turn.applies(EMPTY) || facts.resources.has(uri) || fitsSome(facts, uri)) return;
  turn.report(EMPTY, { pointer: '/result/contents', found: [quoted(uri)], related: [asked] });
}

/** A URI without what servers write this way or that. */
function plain(uri: string): string {
  let text = uri;
  try {
    text = decodeURIComponent(uri);
  } catch {
    // A percent sign that encodes nothing stays.
  }
  return text.replace(/\/$/, '').toLowerCase();
}

function asAsked(turn: Turn, uri: string, entries: readonly JsonObject[], asked: number): void {
  if (turn.applies(URI)) {
    const wanted = plain(uri);
    const own = entries.map((each) => (typeof each['uri'] === 'string' ? plain(each['uri']) : ''));
    if (!own.some((each) => each === wanted || each.startsWith(`${wanted}/`)))
      turn.report(URI, {
        pointer: '/result/contents/0/uri',
        found: [quoted(uri), quoted(entries[0]?.['uri'])],
        related: [asked],
      });
  }
  const [entry] = entries;
  const listed = listedAs(turn.facts, 'resources', uri);
  const size = listed?.item['size'];
  if (!entry || entries.length > 1 || !listed || typeof size !== 'number' || listed.s > asked) return;
  if (!turn.applies(SIZE)) return;
  const came = sizeOf(entry);
  if (came === undefined || came === size) return;
  turn.report(SIZE, { pointer: '/result/contents/0', found: [size, came], related: [listed.s, asked] });
}

function sizeOf({ text, blob }: JsonObject): number | undefined {
  if (typeof blob === 'string') {
    if (typeof text === 'string' || blob.length % 4 !== 0) return undefined;
    return (blob.length / 4) * 3 - (blob.endsWith('==') ? 2 : blob.endsWith('=') ? 1 : 0);
  }
  if (typeof text !== 'string' || text.includes('‹')) return undefined;
  return new TextEncoder().encode(text).length;
}
