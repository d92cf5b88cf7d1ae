/** What a rule makes of a message's exact text: every character that it does not name stays as it was written. */
import {
  level,
  removeItem,
  removeMember,
  setItem,
  setMember,
  splice,
  unescapeName,
  type Decoded,
} from '#shared/jsonrpc';
import type { RuleAct } from './orders.ts';

type Edit = Extract<RuleAct, { readonly do: 'edit' }>;

const INTERNAL_ERROR = -32603;

/** The text with these values set and removed; a pointer that leads nowhere changes nothing. */
export function edited(text: string, { set }: Edit): string {
  return set.reduce((now, { pointer, value }) => setAt(now, pointer, value) ?? now, text);
}

/** The text with the value at an RFC 6901 pointer replaced, added (`-` appends) or removed. Undefined when it leads nowhere. */
function setAt(text: string, pointer: string, value: unknown): string | undefined {
  const names = pointer.split('/').slice(1).map(unescapeName);
  const last = names.pop();
  const json = value === undefined ? undefined : JSON.stringify(value);
  if (last === undefined) return json;
  let [start, end] = [0, text.length];
  for (const name of names) {
    const member = level(text.slice(start, end)).members.findLast(({ key }) => key === name);
    if (!member) return undefined;
    [start, end] = [start + member.start, start + member.end];
  }
  const changed = inHolder(text.slice(start, end), last, json);
  return changed === undefined ? undefined : splice(text, [{ start, end, text: changed }]);
}

function inHolder(holder: string, name: string, json: string | undefined): string | undefined {
  const { root, members } = level(holder);
  if (root === 'object') return json === undefined ? removeMember(holder, name) : setMember(holder, name, json);
  if (root !== 'array') return undefined;
  const index = name === '-' ? members.length : /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : Infinity;
  if (json === undefined) return index < members.length ? removeItem(holder, index) : undefined;
  return index <= members.length ? setItem(holder, index, json) : undefined;
}

/** The responses with `outcome` (`"result":…`, `"error":…`) to the requests in a message; undefined when it has none. */
function answers(
  decoded: Decoded,
  outcome: { readonly result: unknown } | { readonly error: unknown },
): string | undefined {
  const items = decoded.kind === 'batch' ? decoded.items : [decoded];
  const texts = items.flatMap((item) =>
    item.kind === 'request'
      ? // The id as it was written: a number may be too long for a double.
        [
          `{"jsonrpc":"2.0","id":${item.key.startsWith('s:') ? JSON.stringify(item.id) : item.key.slice(2)},${members(outcome)}}`,
        ]
      : [],
  );
  if (texts.length === 0) return undefined;
  return decoded.kind === 'batch' ? `[${texts.join(',')}]` : texts[0];
}

const members = (outcome: object): string => JSON.stringify(outcome).slice(1, -1);

/** The response to a message's sender for a rule's `answer` or `fail`; undefined for a message without a request, which is dropped. */
export function answerOf(act: RuleAct, decoded: Decoded): string | undefined {
  if (act.do === 'answer') return answers(decoded, { result: act.result });
  if (act.do !== 'fail') return undefined;
  const { code = INTERNAL_ERROR, message = 'Failed at the tap' } = act;
  return answers(decoded, { error: { code, message } });
}
