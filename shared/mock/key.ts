/** When two messages of a client ask the same: method and parameters, without what only frames the call. */
import { equalText } from '#shared/compare';
import { isObject } from '#shared/jsonrpc';

const MAX_MEMBER_COUNT = 256;

/** Equal for parameters that ask the same: without `_meta` (tokens, client's name) and the members in `leaveOut`. */
export function paramsKey(params: unknown, leaveOut?: ReadonlySet<string>): string {
  if (!isObject(params)) return params === undefined || params === null ? '{}' : equalText(params);
  const asked = Object.entries(params).filter(
    ([name, value]) =>
      // What the person answered may be another thing this time; that it was answered is in `requestState` or the order.
      name !== '_meta' &&
      name !== 'inputResponses' &&
      !leaveOut?.has(name) &&
      // No arguments are asked for in two ways.
      !(name === 'arguments' && isObject(value) && Object.keys(value).length === 0),
  );
  const answered = Object.hasOwn(params, 'inputResponses') ? '+' : '';
  return answered + equalText(Object.fromEntries(asked));
}

/** What says which thing is asked about, and how far the asking has come; the rest are arguments. */
const NAMING: readonly string[] = ['name', 'uri', 'ref', 'taskId', 'cursor', 'requestState'];

/** A text that is equal for parameters that name the same thing: a tool, a prompt, a resource, a task, a page of a list. */
export function nameKey(params: unknown): string {
  if (!isObject(params)) return '{}';
  const { argument } = params;
  const named = NAMING.flatMap((name) => (Object.hasOwn(params, name) ? [[name, params[name]] as const] : []));
  // Completion: which argument is completed, not what was typed of it.
  if (isObject(argument)) named.push(['argument', argument['name'] ?? null]);
  if (Object.hasOwn(params, 'inputResponses')) named.push(['inputResponses', true]);
  return paramsKey(Object.fromEntries(named));
}

const MAX_DIFFERENCE_COUNT = 3;
const MAX_VALUE_CHARS = 60;

/** In what the parameters of a call differ from those of a recorded one, in words; the first few. Never throws. */
export function differencesOf(live: unknown, recorded: unknown): string[] {
  const [now, before] = [valuesOf(live), valuesOf(recorded)];
  const told: string[] = [];
  for (const name of new Set([...now.keys(), ...before.keys()])) {
    const [sent, was] = [now.get(name), before.get(name)];
    if (sent === was) continue;
    if (told.length === MAX_DIFFERENCE_COUNT) return [...told, 'and more'];
    told.push(`${name} is ${shown(sent)} and was ${shown(was)}`);
  }
  return told;
}

/** Parameters, and the members of those that have members, as texts by their names. */
function valuesOf(params: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!isObject(params)) return found;
  const put = (name: string, value: unknown): void => {
    if (found.size < MAX_MEMBER_COUNT) found.set(name.slice(0, MAX_VALUE_CHARS), equalText(value));
  };
  for (const [name, value] of Object.entries(params)) {
    if (name === '_meta') continue;
    if (!isObject(value)) put(name, value);
    else for (const [inner, innerValue] of Object.entries(value)) put(`${name}.${inner}`, innerValue);
  }
  return found;
}

function shown(text: string | undefined): string {
  if (text === undefined) return 'absent';
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
