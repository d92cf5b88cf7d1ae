/** What a message carries, on one line of at most 200 characters. Of a value, only what is shown is read, however deep or long it is. */
import {
  isObject,
  memberText,
  textMember,
  withSmallMembers,
  type DecodedNotification,
  type DecodedRequest,
  type DecodedResponse,
  type JsonObject,
} from '#shared/jsonrpc';
import { errorCodeName, listByMethod, methodFacts } from '#shared/mcp';
import { payloadLength } from '#shared/recording';
import type { Words } from './dictionary.ts';
import { size } from './figures.ts';
import { inputIn } from './input.ts';
import { cutTo, minus, oneLine, shortId } from './text.ts';

const MAX_TEXT_CHARS = 200;
const MAX_NAME_CHARS = 40;
const MAX_VALUE_CHARS = 60;
const MAX_QUOTE_CHARS = 150;
/** Searched for the first text. */
const MAX_BLOCK_COUNT = 20;

/** An object of a message and where it stands in the message's text, which has the digits of numbers that a double does not hold. */
interface Holder {
  readonly value: JsonObject;
  readonly text: string | undefined;
  readonly path: readonly string[];
}

/**
 * What a message says beside the name of what it is about (`subjectOf`): `message="hello" count=3`. Of a notification all it says:
 * `info Started`, `3 / 10 · half way`. `text` is the message on the wire: numbers beyond 2^53 are shown as it writes them, `…`
 * without it. Empty when there is nothing to tell. Never throws.
 */
export function askedText(words: Words, message: DecodedRequest | DecodedNotification, text?: string): string {
  const whole = withSmallMembers(message);
  if (!('params' in whole) || !isObject(whole.params)) return '';
  const params: Holder = { value: whole.params, text, path: ['params'] };
  return cutTo(
    MAX_TEXT_CHARS,
    message.kind === 'request' ? requested(words, message.method, params) : told(words, message, params),
  );
}

function requested(words: Words, method: string, params: Holder): string {
  const { value } = params;
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return inside(params, 'arguments');
    case 'initialize': {
      const revision = textMember(value, 'protocolVersion');
      const offers = revision === undefined ? '' : words.rows.details.offers(oneLine(revision));
      return [offers, names(value['capabilities'])].filter(Boolean).join(' · ');
    }
    case 'completion/complete': {
      const { ref, argument } = value;
      const [of, asked] = [isObject(ref) ? ref : {}, isObject(argument) ? argument : {}];
      const about = [of['name'] ?? of['uri'], asked['name']].flatMap((each) =>
        typeof each === 'string' ? [each] : [],
      );
      return `${oneLine(about.join(' '))}=${shown(params, ['argument', 'value'], asked['value'])}`;
    }
    case 'sampling/createMessage': {
      const messages = Array.isArray(value['messages']) ? value['messages'] : [];
      const last: unknown = messages.at(-1);
      const text = isObject(last) && isObject(last['content']) ? last['content']['text'] : undefined;
      return typeof text === 'string' ? quoted(text) : pairs(params);
    }
    case 'elicitation/create': {
      const { url, requestedSchema } = value;
      return typeof url === 'string'
        ? oneLine(url)
        : isObject(requestedSchema)
          ? `{${names(requestedSchema['properties'], ', ')}}`
          : '';
    }
    case 'subscriptions/listen':
      return inside(params, 'notifications');
    default: {
      const { subject = '' } = methodFacts(method) ?? {};
      return pairs(params, typeof value[subject] === 'string' ? [subject] : []);
    }
  }
}

function told(words: Words, { method }: DecodedNotification, params: Holder): string {
  const { value } = params;
  const plain = (name: string): string => {
    const member = value[name];
    return typeof member === 'string' ? oneLine(member) : member === undefined ? '' : shown(params, [name], member);
  };
  switch (method) {
    case 'notifications/message': {
      const { data } = value;
      const said = !isObject(data)
        ? plain('data')
        : typeof data['message'] === 'string'
          ? oneLine(data['message'])
          : inside(params, 'data');
      return [plain('level'), plain('logger') && `${plain('logger')}${words.common.colon.trim()}`, said]
        .filter(Boolean)
        .join(' ');
    }
    case 'notifications/progress': {
      const total = value['total'] === undefined ? undefined : plain('total');
      return [words.rows.details.progress(plain('progress'), total), plain('message')].filter(Boolean).join(' · ');
    }
    case 'notifications/cancelled':
      return [
        value['requestId'] === undefined ? '' : `#${shown(params, ['requestId'], value['requestId'])}`,
        plain('reason'),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'notifications/subscriptions/acknowledged':
      return inside(params, 'notifications');
    default: {
      const subject = methodFacts(method)?.subject;
      if (subject === undefined || value[subject] === undefined) return pairs(params);
      if (subject !== 'taskId') return plain(subject);
      return [plain('status'), plain('statusMessage'), shortId(plain(subject))].filter(Boolean).join(' · ');
    }
  }
}

/**
 * What came as the answer to a request of `method`: `"Echo: hello"`, `image/png 2.1 kB`, `17 tools`, `temperature=21`, an error's
 * code and words. Of `text` as above. Empty when the message is too large to be read. Never throws.
 */
export function answeredText(
  words: Words,
  method: string | undefined,
  response: DecodedResponse,
  text?: string,
): string {
  return cutTo(MAX_TEXT_CHARS, answered(words, method, withSmallMembers(response) as DecodedResponse, text));
}

function answered(
  words: Words,
  method: string | undefined,
  response: DecodedResponse,
  text: string | undefined,
): string {
  if (response.outcome === 'error') return errorText(response.error, { value: {}, text, path: ['error'] });
  const { result } = response;
  const outermost: Holder = { value: { result }, text, path: [] };
  if (!isObject(result)) return result === undefined ? '' : shown(outermost, ['result'], result);
  const at: Holder = { value: result, text, path: ['result'] };
  const input = inputIn(result, words);
  if (input !== undefined) return input;
  return ofMethod(words, method, at) ?? (response.large ? '' : pairs(at, QUIET) || words.rows.details.empty);
}

/** Members of a result that say how it is to be taken, not what came. */
const QUIET = ['resultType', 'ttlMs', 'cacheScope', 'content', 'isError'];

function ofMethod(words: Words, method: string | undefined, at: Holder): string | undefined {
  const t = words.rows.details;
  const { value } = at;
  const { content, contents, messages, structuredContent, completion, roots } = value;
  const list = method === undefined ? undefined : listByMethod(method);
  const items = list && value[list.member];
  if (list && Array.isArray(items)) return t.items(list.list, items.length, typeof value['nextCursor'] === 'string');
  if (method === 'initialize') {
    const revision = value['protocolVersion'];
    const agreed = revision === undefined ? '' : shown(at, ['protocolVersion'], revision, oneLine);
    return together(agreed, names(value['capabilities'])) || undefined;
  }
  if (method === 'server/discover' && Array.isArray(value['supportedVersions']))
    return together(several(value['supportedVersions'], lineOf), names(value['capabilities']));
  if (Array.isArray(messages)) return t.messages(messages.length);
  if (Array.isArray(contents))
    return several(contents, (each) => blockText(words, { type: 'resource', resource: each })) || t.empty;
  if (isObject(completion) && Array.isArray(completion['values']))
    return (
      several(completion['values'], (each) => (typeof each === 'string' ? quoted(each) : lineOf(each)), 5) || t.empty
    );
  if (Array.isArray(roots))
    return several(roots, (each) => (isObject(each) ? oneLineOf(each['uri']) : '')) || t.roots(roots.length);
  if (method === 'elicitation/create' && typeof value['action'] === 'string')
    return together(oneLine(value['action']), inside(at, 'content'));
  if (isObject(structuredContent) && value['isError'] !== true) return inside(at, 'structuredContent') || t.empty;
  if (Array.isArray(content)) return contentText(words, content);
  if (isObject(content)) return blockText(words, content);
  // A result without content may have other members; of one that is there, a client takes an array (server/tools#tool-result).
  return method === 'tools/call' && content !== undefined ? t.notArray('content') : undefined;
}

/** The first text of some blocks, the first block where none is text, and how many more there are. */
function contentText(words: Words, blocks: readonly unknown[]): string {
  const text = blocks.slice(0, MAX_BLOCK_COUNT).find((block) => isObject(block) && typeof block['text'] === 'string');
  const more = blocks.length > 1 ? ` +${blocks.length - 1}` : '';
  return blocks.length === 0 ? words.rows.details.empty : `${blockText(words, text ?? blocks[0])}${more}`;
}

function blockText(words: Words, block: unknown): string {
  if (!isObject(block)) return '?';
  const { type, text, data, mimeType, resource, uri, name } = block;
  if (type === 'resource' && isObject(resource)) {
    const { text: raw, blob: b64 } = resource;
    const bytes = typeof raw === 'string' ? { raw } : typeof b64 === 'string' ? { b64 } : undefined;
    return [oneLineOf(resource['mimeType']), bytes ? size(payloadLength(bytes), words) : ''].filter(Boolean).join(' ');
  }
  if (typeof text === 'string') return quoted(text);
  if (typeof data === 'string') return `${oneLineOf(mimeType)} ${size(payloadLength({ b64: data }), words)}`.trim();
  return [type, name ?? uri].map(oneLineOf).filter(Boolean).join(' ') || '?';
}

function errorText(error: unknown, at: Holder): string {
  if (!isObject(error)) return shown({ ...at, path: [] }, ['error'], error);
  const { code, message } = error;
  const name = typeof code === 'number' ? (errorCodeName(code) ?? '') : '';
  const says = message === undefined || message === name ? '' : shown(at, ['message'], message, oneLine);
  return [code === undefined ? '' : minus(shown(at, ['code'], code)), says || name].filter(Boolean).join(' ');
}

/** The members of an object as `name=value`, as many as there is room for. */
function pairs(holder: Holder, without: readonly string[] = []): string {
  let line = '';
  for (const name in holder.value) {
    if (name === '_meta' || without.includes(name)) continue;
    if (line.length > MAX_TEXT_CHARS) break;
    line += `${line && ' '}${cutTo(MAX_NAME_CHARS, oneLine(name))}=${shown(holder, [name], holder.value[name])}`;
  }
  return line;
}

/** The same of an object that is a member. */
function inside({ value, text, path }: Holder, name: string): string {
  const inner = value[name];
  if (isObject(inner)) return pairs({ value: inner, text, path: [...path, name] });
  return inner === undefined ? '' : shown({ value, text, path }, [name], inner);
}

/** Any value in a few characters: of a list the first, and how many more there are; what is nested deeper only that it is there. */
function shown({ text, path }: Holder, at: readonly string[], value: unknown, say = inQuotes): string {
  if (typeof value === 'string') return say(value);
  if (Array.isArray(value)) return listed({ value: {}, text, path }, at, value, say);
  if (isObject(value)) {
    for (const _ in value) return '{…}';
    return '{}';
  }
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  const digits = text === undefined ? undefined : memberText(text, [...path, ...at]);
  return digits === undefined ? '…' : cutTo(MAX_VALUE_CHARS, digits);
}

function listed(
  holder: Holder,
  at: readonly string[],
  [first, ...more]: readonly unknown[],
  say: typeof inQuotes,
): string {
  if (first === undefined) return '[]';
  const one = Array.isArray(first) ? '[…]' : shown(holder, [...at, '0'], first, say);
  return `[${one}${more.length > 0 ? `, +${more.length}` : ''}]`;
}

/** The first few of a list, and how many more there are. */
function several(list: readonly unknown[], say: (each: unknown) => string, most = 1): string {
  const first = list.slice(0, most).map(say);
  return `${first.join(' ')}${list.length > most ? ` +${list.length - most}` : ''}`;
}

const together = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
const inQuotes = (text: string, most = MAX_VALUE_CHARS): string => `"${cutTo(most, oneLine(text))}"`;
const quoted = (text: string): string => inQuotes(text, MAX_QUOTE_CHARS);
/** A text as it is, any other value as JSON. */
const lineOf = (value: unknown): string =>
  cutTo(MAX_VALUE_CHARS, oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
const oneLineOf = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '');
const names = (value: unknown, between = ' '): string =>
  isObject(value) ? oneLine(Object.keys(value).slice(0, 20).join(between)) : '';
