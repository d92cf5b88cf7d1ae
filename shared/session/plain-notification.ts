/** Log messages and progress in the form in which nearly all come, known by one look at their text: parameters are parsed when somebody reads them. */
import type { DecodedNotification, Fault } from '#shared/jsonrpc';

const NO_FAULTS: readonly Fault[] = [];

/** What `decodeText` gives of its text, but for parameters that are read from it when they are asked for. */
export class PlainNotification implements DecodedNotification {
  readonly kind = 'notification';
  readonly method: string;
  readonly faults = NO_FAULTS;
  /** `progressToken` of progress. */
  readonly token: string | number | undefined;
  /** `level` of a log message, where it is its first parameter. */
  readonly level: string | undefined;
  readonly #text: string;
  #params: object | undefined;

  constructor(text: string, method: string, token: string | number | undefined, level: string | undefined) {
    this.#text = text;
    this.method = method;
    this.token = token;
    this.level = level;
  }

  get params(): object {
    return (this.#params ??= (JSON.parse(this.#text) as { readonly params: object }).params);
  }
}

/** Longer texts (UTF-16 units) are left to those who read them whole. */
const MAX_CHARS = 64 * 1024;

// JSON without space between its parts (RFC 8259). Each part can begin and end in one way only, so that a text is gone through once.
const STRING = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const SIMPLE = String.raw`(?:${STRING}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`;
const listOf = (part: string): string => `(?:${part}(?:,${part})*)?`;
const nesting = (value: string): string =>
  String.raw`(?:${SIMPLE}|\{${listOf(`${STRING}:${value}`)}\}|\[${listOf(value)}\])`;
/** A member of another name: of two of one name the last would count. Neither the protocol's own (`_meta`) nor JavaScript's. */
const besides = (name: string, value: string): string => String.raw`"(?!${name}")[a-zA-Z]\w*":${value}`;

const VALUE = nesting(nesting(nesting(SIMPLE)));
const LOG = String.raw`"method":"notifications/message","params":\{(?:"level":"(\w+)"(?:,${besides('level', VALUE)})*|${listOf(besides('level', VALUE))})\}`;
const AMOUNT = besides('progressToken', SIMPLE);
const PROGRESS = String.raw`"method":"notifications/progress","params":\{(?:${AMOUNT},)*"progressToken":(?:"([^"\\\u0000-\u001f]*)"|(-?(?:0|[1-9]\d{0,14})))(?:,${AMOUNT})*\}`;
/** Programs write `jsonrpc` first or last. */
const FORMS = [
  {
    log: new RegExp(String.raw`^\{"jsonrpc":"2\.0",${LOG}\}$`),
    progress: new RegExp(String.raw`^\{"jsonrpc":"2\.0",${PROGRESS}\}$`),
  },
  {
    log: new RegExp(String.raw`^\{${LOG},"jsonrpc":"2\.0"\}$`),
    progress: new RegExp(String.raw`^\{${PROGRESS},"jsonrpc":"2\.0"\}$`),
  },
];

/**
 * What a text says that is JSON without a space between its parts, and a log message or progress of JSON-RPC 2.0 without a fault:
 * `jsonrpc`, `method` and `params`, an object, each once and nothing else. Undefined for everything else, and where more would have to
 * be read to be sure: deep values, `_meta` in the parameters, a token that is no simple string or safe integer. Never throws.
 */
export function plainNotification(text: string): PlainNotification | undefined {
  if (text.length > MAX_CHARS) return undefined;
  for (const { log, progress } of FORMS) {
    const logged = log.exec(text);
    if (logged) return new PlainNotification(text, 'notifications/message', undefined, logged[1]);
    const told = progress.exec(text);
    if (told) return new PlainNotification(text, 'notifications/progress', told[1] ?? Number(told[2]), undefined);
  }
  return undefined;
}
