/** Checks of the values inside a page's message: each says whether a value has the form; none throws. */
import { CLIENT_AUTHS, DPOP_USES, GRANT_KINDS, SECRET_SETTINGS, TEXT_SETTINGS } from '#shared/authorization';
import { AUTOMATIC_STEPS } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import { NETWORK_TEXTS } from '#shared/relay-protocol';

export type Check = (value: unknown) => boolean;
type Members = { readonly [name: string]: Check };

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Timers wrap around beyond this. */
const isMilliseconds: Check = (value) => isCount(value) && value <= 0x7fffffff;
export const isMethod: Check = (value) => isString(value) && /^[A-Za-z]+$/.test(value);

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const members =
  (checks: Members): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
export const valuesOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
const each = (names: readonly string[], check: Check): Members =>
  Object.fromEntries(names.map((name) => [name, check]));

export const isStrings = listOf(isString);
const isPairs = listOf((pair) => isStrings(pair) && (pair as readonly string[]).length === 2);

export const isNetwork = optional(
  members({ ...each(NETWORK_TEXTS, optional(isString)), ...each(['noProxy', 'unverified'], optional(oneOf(true))) }),
);

const isAuthorization = optional(
  members({
    ...each([...TEXT_SETTINGS, ...SECRET_SETTINGS], optional(isString)),
    mode: optional(oneOf('automatic', 'none')),
    grant: optional(oneOf(...GRANT_KINDS)),
    clientAuth: optional(oneOf(...CLIENT_AUTHS)),
    dpop: optional(oneOf(...DPOP_USES)),
    ...each(['anyAddress', 'keep'], optional(isBoolean)),
    parameters: optional(isPairs),
  }),
);

export const isConnectSpec = either(
  members({
    transport: oneOf('streamable-http'),
    url: isString,
    headers: isPairs,
    authorization: isAuthorization,
    network: isNetwork,
  }),
  members({
    transport: oneOf('stdio'),
    command: isString,
    args: isStrings,
    cwd: optional(isString),
    envFile: optional(isString),
    env: valuesOf(isString),
  }),
);

const isAnswer = either(members({ mode: oneOf('ask') }), members({ mode: oneOf('auto'), answer: isString }));
const isModel = members({
  mode: oneOf('model'),
  endpoint: members({ url: isString, model: isString, apiKey: optional(isString) }),
});
const isDefaults = members({
  mode: oneOf('defaults'),
  given: optional(listOf(members({ message: isString, answer: isString }))),
  url: optional(isString),
});

export const isPolicy = members({
  revision: isString,
  ...each([...AUTOMATIC_STEPS, 'goodbye'], isBoolean),
  roots: listOf(members({ uri: isString, name: optional(isString) })),
  sampling: either(isAnswer, isModel),
  elicitation: either(isAnswer, isDefaults),
  probeMs: isMilliseconds,
  timeouts: members({ idleMs: isMilliseconds, totalMs: isMilliseconds, progressExtends: isBoolean }),
  capabilities: optional(isObject),
  meta: optional(isObject),
  logLevel: optional(isString),
  refuseAllBut: optional(isStrings),
});

export const isTapChange = members({ file: isString, server: isStrings, tapped: isBoolean });

export const isLimits = members(each(['idleMs', 'totalMs'], optional(isMilliseconds)));

export const isHttpDetails = members({
  headers: isPairs,
  without: optional(isStrings),
  exact: optional(oneOf(true)),
  method: optional(isMethod),
});
