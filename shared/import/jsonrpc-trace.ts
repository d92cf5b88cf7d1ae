/** The text trace of vscode-jsonrpc: a line with method and id, then parameters or result. As JSON, lines hold whole messages. */
import { decodeText } from '#shared/jsonrpc';
import type { About, Item, Reading } from './items.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { findTime } from './times.ts';

/** The line of a message: when, which way, what it is, its method and id, and what became of it. */
export const TRACE_HEAD =
  /^\[Trace(?: - ([^\]\n]{1,40}))?\] (Sending|Received) (request|notification|response) '(.{1,500}?)(?: - \(([^()\n]{1,200})\))?'(?:\.| in \d+ms\.)(.*)$/;
const DETAIL = /^(?:(Params|Result|Error data): |No (?:parameters provided|result returned)\.$)/;
const MAX_HEAD_CHARS = 2000;

type Head = { readonly line: number; readonly text: string };

/** Without parameters and results (`messages` in place of `verbose`) a trace holds names, not messages. */
export function readJsonRpcTrace(text: string): Reading {
  const isWhole = /^(?:Params|Result|Error data): |^No (?:parameters|result) /m.test(text);
  const items = function* (): Generator<Item> {
    const ends = new JsonEnds(text);
    let head: Head | undefined;
    let done = 0;
    for (const { number: line, start, end } of linesOf(text)) {
      if (start < done) continue;
      const own = text.slice(start, Math.min(end, start + MAX_HEAD_CHARS));
      const detail = head && DETAIL.exec(own);
      if (head && detail) {
        const from = start + detail[0].length;
        done = ends.find(from, end) ?? end;
        yield messageItem(head, detail[1], oneLine(text.slice(from, done)).raw);
        head = undefined;
        continue;
      }
      if (head) yield messageItem(head);
      head = isWhole && TRACE_HEAD.test(own) ? { line, text: own } : undefined;
      const time = findTime(own.slice(0, 60));
      if (!head)
        yield { is: own.startsWith('[') ? 'log' : 'unread', line, time, level: 'trace', text: text.slice(start, end) };
    }
    if (head) yield messageItem(head);
  };
  const about = (): About => ({ certain: true, remarks: isWhole ? ['written-anew'] : ['names-only'] });
  return { items, about };
}

/** The message that its line and what stood below it tell. */
function messageItem({ line, text }: Head, kind?: string, json = ''): Item {
  const [, time = '', way, what, method = '', id, rest = ''] = TRACE_HEAD.exec(text) ?? [];
  const [, reason, code] = /Request failed: (.*) \((-?\d{1,20})\)\.?$/.exec(rest) ?? [];
  const members = ['"jsonrpc":"2.0"'];
  if (id !== undefined) members.push(`"id":${/^(?:0|-?[1-9]\d{0,15})$/.test(id) ? id : JSON.stringify(id)}`);
  if (what !== 'response') members.push(`"method":${JSON.stringify(method)}`);
  if (kind === 'Params') members.push(`"params":${json}`);
  else if (reason !== undefined)
    members.push(
      `"error":{"code":${code},"message":${JSON.stringify(reason)}${kind === undefined ? '' : `,"data":${json}`}}`,
    );
  else if (what === 'response') members.push(`"result":${kind === 'Result' ? json : 'null'}`);
  const raw = `{${members.join(',')}}`;
  const decoded = decodeText(raw);
  const at = { line, time: findTime(time) };
  if (decoded.kind === 'malformed') return { is: 'unread', ...at, text: `${text}\n${json}` };
  return { is: 'message', ...at, raw, decoded, changed: true, mark: way === 'Sending' ? 'out' : 'in' };
}
