/** What is wrong with a value that should be orders, a verdict or a command. Nothing here throws. */
import { isObject, weigh } from '#shared/jsonrpc';
import { parseCondition } from './condition.ts';

export type JsonPath = readonly (string | number)[];

/** What is wrong, as the end of a sentence, and where. */
export interface Wrong {
  readonly at: JsonPath;
  readonly why: string;
}

export type Check = (value: unknown, at: JsonPath) => Wrong[];

/** Timers wrap around beyond this. */
const MAX_WAIT_MS = 0x7fffffff;
/** More of one message is a flood, not a repetition. */
const MAX_REPEAT_COUNT = 1000;

const that =
  (isRight: (value: unknown) => boolean, why: string): Check =>
  (value, at) =>
    isRight(value) ? [] : [{ at, why }];
const optional =
  (check: Check): Check =>
  (value, at) =>
    value === undefined ? [] : check(value, at);
const whole = (what: string, from: number, to = MAX_WAIT_MS): Check =>
  that(
    (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    `${what} must be a whole number from ${from} to ${to}`,
  );
const text = (what: string): Check => that((value) => typeof value === 'string', `${what} must be a string`);

/** An object with exactly these members. */
const members =
  (what: string, checks: { readonly [member: string]: Check }): Check =>
  (value, at) => {
    if (!isObject(value)) return [{ at, why: `${what} must be an object` }];
    const odd = Object.keys(value).filter((name) => !Object.hasOwn(checks, name));
    return [
      ...odd.map((name) => ({ at: [...at, name], why: `unknown member “${name}”` })),
      ...Object.entries(checks).flatMap(([name, check]) =>
        check(value[name], Object.hasOwn(value, name) ? [...at, name] : at),
      ),
    ];
  };
const list =
  (what: string, item: Check): Check =>
  (value, at) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => item(each, [...at, index]))
      : [{ at, why: `${what} must be a list` }];
/** An object whose member `name` selects one of these kinds. */
const oneOf =
  (name: string, kinds: { readonly [kind: string]: { readonly [member: string]: Check } }): Check =>
  (value, at) => {
    const kind = isObject(value) ? value[name] : undefined;
    const checks = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (checks) return members(`“${kind as string}”`, { ...checks, [name]: () => [] })(value, at);
    const why = `“${name}” must be one of ${Object.keys(kinds).join(', ')}`;
    return [{ at: isObject(value) && name in value ? [...at, name] : at, why }];
  };

const condition: Check = (value, at) => {
  if (typeof value !== 'string')
    return [{ at, why: '“when” must be a condition, such as "method:tools/call tool:delete_* dir:c2s"' }];
  const { unknown } = parseCondition(value);
  return unknown.map((token) => ({
    at,
    why: `“${token}” is not a condition; use method:, tool:, dir:, kind:, status:, id:, size: or words`,
  }));
};

const pointer = that(
  (value) => typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/s.test(value),
  '“pointer” must be a JSON Pointer, such as "/params/name" (RFC 6901)',
);

const act = oneOf('do', {
  delay: { ms: whole('“ms”', 0) },
  drop: {},
  edit: { set: list('“set”', members('each of “set”', { pointer, value: () => [] })) },
  answer: { result: that((value) => value !== undefined, '“result” is missing') },
  fail: {
    code: optional(that(Number.isSafeInteger, '“code” must be a whole number')),
    message: optional(text('“message”')),
    status: optional(whole('“status”', 400, 599)),
  },
  repeat: { times: whole('“times”', 1, MAX_REPEAT_COUNT) },
  cut: {},
  kill: {},
});

const rule = members('each of “rules”', {
  name: that(
    (value) => typeof value === 'string' && value.trim() !== '',
    '“name” must be a string; the recording names the rule by it',
  ),
  when: condition,
  after: optional(whole('“after”', 0)),
  times: optional(whole('“times”', 1)),
  act,
});

/** Deeper than any message; recursion limits are far higher. */
const MAX_DEPTH = 500;
const isFlat = that(
  (value) => weigh(value, { nodes: Infinity, chars: Infinity, depth: MAX_DEPTH }) !== undefined,
  '“rules” is nested too deeply',
);
const rules: Check = (value, at) => {
  const [deep] = isFlat(value, at);
  return deep ? [deep] : list('“rules”', rule)(value, at);
};
const limit = whole('“limit”', 0);

const wrongOrders = members('the orders', {
  breakpoints: list('“breakpoints”', members('each of “breakpoints”', { when: condition })),
  rules,
  limit,
});

export const wrongRules = members('the file', { rules, limit: optional(limit) });

export const wrongCommand = oneOf('type', {
  orders: { orders: wrongOrders },
  verdict: {
    at: whole('“at”', 0, Number.MAX_SAFE_INTEGER),
    verdict: oneOf('do', {
      forward: {},
      edit: { text: text('“text”') },
      drop: {},
      answer: { text: text('“text”') },
      delay: { ms: whole('“ms”', 0) },
      repeat: { times: whole('“times”', 1, MAX_REPEAT_COUNT) },
    }),
  },
  inject: {
    to: that((value) => value === 'server' || value === 'client', '“to” must be server or client'),
    text: text('“text”'),
  },
});
