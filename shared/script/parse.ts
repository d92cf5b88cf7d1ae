/**
 * Scripts: messages to send one after the other, with waits between them, as a person writes them down. One step a line:
 *
 *   # a comment; empty lines are skipped too
 *   {"jsonrpc":"2.0","id":"auto","method":"tools/list"}    sent as it stands, broken or not; the id `"auto"` becomes the next free one
 *   @send "text as a JSON string"                          any text at all, with no id filled in
 *   @bytes 7b 22 ff                                        exact bytes
 *   @wait 500                                              milliseconds
 *   @wait answer                                           until what was sent last is answered
 *   @wait answers                                          until everything the script sent is answered
 *   @wait notifications/tools/list_changed                 until the server sends this method
 *
 * Every wait for something may end with `within 5000` (milliseconds); DEFAULT_LIMIT otherwise.
 */
import { memberText, parsedJson, replaceId } from '#shared/jsonrpc';

/** How long a step waits for something unless it says otherwise, in milliseconds. */
const DEFAULT_LIMIT = 30_000;

export type ScriptStep = { readonly line: number } & (
  | { readonly do: 'send'; readonly text: string; readonly autoId: boolean }
  | { readonly do: 'bytes'; readonly bytes: Uint8Array }
  | { readonly do: 'pause'; readonly ms: number }
  | { readonly do: 'answer' | 'answers'; readonly limitMs: number }
  | { readonly do: 'method'; readonly method: string; readonly limitMs: number }
);

export interface ScriptProblem {
  readonly line: number;
  readonly code: 'unknown-directive' | 'not-a-string' | 'not-hex' | 'not-a-time' | 'no-wait';
}

export interface Script {
  readonly steps: readonly ScriptStep[];
  readonly problems: readonly ScriptProblem[];
}

/** Read a script. Lines that cannot be read become problems, all others steps. Never throws. */
export function parseScript(text: string): Script {
  const steps: ScriptStep[] = [];
  const problems: ScriptProblem[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    if (row.trim() === '' || row.startsWith('#')) continue;
    const read = row.startsWith('@')
      ? readDirective(row)
      : ({ do: 'send', text: row, autoId: hasAutoId(row) } as const);
    if (typeof read === 'string') problems.push({ line, code: read });
    else steps.push({ line, ...read });
  }
  return { steps, problems };
}

type Body<Step> = Step extends ScriptStep ? Omit<Step, 'line'> : never;

function readDirective(row: string): Body<ScriptStep> | ScriptProblem['code'] {
  const [, name, rest = ''] = /^@(\w*)[ \t]*(.*?)[ \t]*$/.exec(row) ?? [];
  switch (name) {
    case 'send': {
      const text = stringOf(rest);
      return text === undefined ? 'not-a-string' : { do: 'send', text, autoId: false };
    }
    case 'bytes':
      return readBytes(rest);
    case 'wait':
      return readWait(rest);
    default:
      return 'unknown-directive';
  }
}

function readWait(rest: string): Body<ScriptStep> | ScriptProblem['code'] {
  const [, what = '', limit] = /^(\S+?)(?:\s+within\s+(\S+))?$/.exec(rest) ?? [];
  if (what === '') return rest === '' ? 'no-wait' : 'not-a-time';
  const limitMs = limit === undefined ? DEFAULT_LIMIT : milliseconds(limit);
  if (limitMs === undefined) return 'not-a-time';
  if (what === 'answer' || what === 'answers') return { do: what, limitMs };
  if (!/^[\d.+-]/.test(what)) return { do: 'method', method: what, limitMs };
  const ms = limit === undefined ? milliseconds(what) : undefined;
  return ms === undefined ? 'not-a-time' : { do: 'pause', ms };
}

/** What a timer takes without wrapping round. */
function milliseconds(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= 0x7fffffff ? Number(text) : undefined;
}

function readBytes(hex: string): Body<ScriptStep> | ScriptProblem['code'] {
  const pairs = hex.split(/\s+/).join('');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(pairs)) return 'not-hex';
  const bytes = new Uint8Array(pairs.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(pairs.slice(2 * at, 2 * at + 2), 16);
  return { do: 'bytes', bytes };
}

function stringOf(json: string): string | undefined {
  const value = parsedJson(json);
  return typeof value === 'string' ? value : undefined;
}

const AUTO = '"auto"';

function hasAutoId(text: string): boolean {
  return memberText(text, ['id']) === AUTO;
}

/** The text with the id `"auto"`, and a progress token that is the same, replaced by a number; everything else stays as it is. */
export function withId(text: string, id: number): string {
  return hasAutoId(text) ? (replaceId(text, String(id)) ?? text) : text;
}

/** A message as a line of a script: as it stands where that is one line that reads back as the same, else `@send`. */
export function scriptLine(text: string): string {
  const plain = text.trim() !== '' && !/[\r\n]/.test(text) && !/^[#@]/.test(text) && !hasAutoId(text);
  return plain ? text : `@send ${JSON.stringify(text)}`;
}
