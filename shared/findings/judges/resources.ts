/** URI templates of a server (RFC 6570): whether one is well formed, and whether a URI can have come from it. */
import { isUrl } from '#shared/base';
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as RESOURCES } from '../rules/resources.ts';
import { isRedacted, jsonText, judge, keep, quoted, RENEWED } from '../judging.ts';
import type { Answer, SessionFacts, Turn } from '../judging.ts';
import { blocksAt, hasResources, itemsAt, objectsAt, topLevelType } from './content.ts';
import { errorCode, ownResult } from './outcomes.ts';
import { isUnlisted, listedAs } from './listing.ts';

const {
  'resource-uri-absolute': ABSOLUTE,
  'resource-template-syntax': TEMPLATE,
  'resource-mime-format': MIME,
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

/** A variable with its modifier (section 2.3 and 2.4); letters beyond ASCII pass. */
const VARIABLE = /^(?:[\p{L}\p{N}_]|%[\da-f]{2})(?:\.?(?:[\p{L}\p{N}_]|%[\da-f]{2}))*(?:\*|:[1-9]\d{0,3})?$/iu;

/** The part of a text that is no template: a brace without its other, an empty expression, an operator or a character that is none. */
export function templateFault(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    if (/^(?:[}\s"<>\\^`|]|%(?![\da-f]{2}))/i.test(text.slice(at, at + 3))) return text.slice(at, at + 20);
    if (text[at] !== '{') continue;
    const end = text.slice(at + 1).search(/[{}]/) + at + 1;
    if (end === at || text[end] === '{') return text.slice(at, at + 20);
    const inside = text.slice(at + 1, end);
    // `=`, `,`, `!`, `@` and `|` are reserved for later (section 2.2).
    const names = inside.replace(/^[+#./;?&]/, '').split(',');
    if (!names.every((name) => VARIABLE.test(name))) return text.slice(at, end + 1);
    at = end;
  }
  return undefined;
}

/** True when no URI with a scheme can come from a template: neither has it one, nor an expression that could bring it. */
export const isRelative = (template: string): boolean => !/^(?:[a-z][a-z0-9+.-]*)?[:{]/i.test(template);

/** True when the fixed parts of a template stand in a URI in their order. */
function fitsTemplate(template: string, uri: string): boolean {
  const fixed = template.split(/\{[^{}]*\}/);
  let at = 0;
  for (const [index, part] of fixed.entries()) {
    const found = index === 0 ? (uri.startsWith(part) ? 0 : -1) : uri.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return uri.endsWith(fixed.at(-1) ?? '');
}

const RULES = [ABSOLUTE, MIME];

/** URIs and URI templates of resources, and the media types beside them (server/resources#resource). */
export const RESOURCE_URIS = judge({
  rules: [ABSOLUTE, TEMPLATE, MIME],
  answers: {
    'resources/list'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['resources'], '/result/resources')) resource(turn, value, at);
    },
    'resources/read'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['contents'], '/result/contents'))
        // What the client asked for is reported where it was listed, or asked for.
        if (value['uri'] === answer.to.params?.['uri']) mime(turn, value, at);
        else resource(turn, value, at);
    },
    'resources/templates/list'(turn, answer) {
      const result = ownResult(turn, answer, [TEMPLATE, ...RULES]);
      for (const { value, at } of objectsAt(result?.['resourceTemplates'], '/result/resourceTemplates')) {
        const { uriTemplate } = value;
        if (typeof uriTemplate === 'string') template(turn, uriTemplate, `${at}/uriTemplate`);
        mime(turn, value, at);
      }
    },
    'tools/call'(turn, answer) {
      const content = ownResult(turn, answer, RULES)?.['content'];
      if (!hasResources(content)) return;
      for (const { value, at } of objectsAt(content, '/result/content')) block(turn, value, at);
    },
    'prompts/get'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      for (const { value, at } of objectsAt(result?.['messages'], '/result/messages'))
        for (const each of blocksAt(value['content'], `${at}/content`))
          if (isObject(each.value)) block(turn, each.value, each.at);
    },
  },
  notifications: {
    'notifications/resources/updated'(turn, { params }) {
      if (isObject(params)) absolute(turn, params['uri'], '/params/uri');
    },
  },
});

function block(turn: Turn, value: JsonObject, at: string): void {
  const embedded = value['resource'];
  if (value['type'] === 'resource_link') resource(turn, value, at);
  else if (value['type'] === 'resource' && isObject(embedded)) resource(turn, embedded, `${at}/resource`);
}

function resource(turn: Turn, value: JsonObject, at: string): void {
  absolute(turn, value['uri'], `${at}/uri`);
  mime(turn, value, at);
}

/** RFC 3986: a scheme first; neither spaces nor other characters that URIs have not. Letters beyond ASCII pass: parsers take them. */
function absolute(turn: Turn, uri: unknown, pointer: string): void {
  if (typeof uri !== 'string' || !turn.applies(ABSOLUTE)) return;
  if (/^[a-z][a-z0-9+.-]*:./i.test(uri) && !/[\s<>"{}|\\^`\p{Cc}]|%(?![0-9a-f]{2})/iu.test(uri) && isUrl(uri)) return;
  if (isRedacted(uri)) return void turn.cannotJudge(ABSOLUTE, 'redacted');
  turn.report(ABSOLUTE, { pointer, found: [quoted(uri)] });
}

function template(turn: Turn, text: string, pointer: string): void {
  if (isRedacted(text)) return void turn.cannotJudge(TEMPLATE, 'redacted');
  const fault = templateFault(text);
  if (turn.applies(TEMPLATE) && fault !== undefined)
    turn.report(TEMPLATE, { pointer, found: [quoted(text), quoted(fault)] });
  else if (turn.applies(ABSOLUTE) && isRelative(text)) turn.report(ABSOLUTE, { pointer, found: [quoted(text)] });
}

function mime(turn: Turn, { mimeType }: JsonObject, at: string): void {
  if (mimeType === undefined || mimeType === null || !turn.applies(MIME)) return;
  if (topLevelType(mimeType) !== undefined) return;
  if (isRedacted(mimeType)) return void turn.cannotJudge(MIME, 'redacted');
  turn.report(MIME, { pointer: `${at}/mimeType`, found: [quoted(mimeType)] });
}

const OF_RESULTS = [ARRAY, BODY, URI, BINARY, SIZE, EMPTY];

interface State {
  /** URIs that results linked to or embedded. */
  readonly offered: Map<string, number>;
}

/** Reading resources: what is asked for, what comes, and how a missing one is reported (server/resources#reading-resources). */
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
