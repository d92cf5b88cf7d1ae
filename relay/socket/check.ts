/** Checks of the values inside a page's message. Each says whether a value has the type; none throws. */
import { CLIENT_AUTHS, DPOP_USES, GRANT_KINDS, SECRET_SETTINGS, TEXT_SETTINGS } from '#shared/authorization';
import { AUTOMATIC_STEPS, type Policy, type RequestLimits, type Root, type TimeoutPolicy } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import type { HeaderPairs } from '#shared/recording';
import { NETWORK_TEXTS, type ConnectSpec, type TapChange } from '#shared/relay-protocol';
import type { HttpDetails } from '#shared/transport';

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isPairs(value: unknown): value is HeaderPairs {
  return Array.isArray(value) && value.every((pair) => isStrings(pair) && pair.length === 2);
}

export function isConnectSpec(value: unknown): value is ConnectSpec {
  if (!isObject(value)) return false;
  if (value['transport'] === 'streamable-http')
    return (
      isString(value['url']) &&
      isPairs(value['headers']) &&
      isAuthorization(value['authorization']) &&
      isNetwork(value['network'])
    );
  const { transport, command, args, cwd, env, envFile } = value;
  return (
    transport === 'stdio' &&
    isString(command) &&
    isStrings(args) &&
    (cwd === undefined || isString(cwd)) &&
    (envFile === undefined || isString(envFile)) &&
    isObject(env) &&
    Object.values(env).every(isString)
  );
}

/** Absent is valid. */
export function isNetwork(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    isObject(value) &&
    NETWORK_TEXTS.every((name) => value[name] === undefined || isString(value[name])) &&
    ['noProxy', 'unverified'].every((name) => value[name] === undefined || value[name] === true)
  );
}

function isAuthorization(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { mode, grant, clientAuth, dpop, parameters, anyAddress, keep } = value;
  const oneOf = (each: unknown, all: readonly unknown[]): boolean => each === undefined || all.includes(each);
  return (
    [...TEXT_SETTINGS, ...SECRET_SETTINGS].every((name) => value[name] === undefined || isString(value[name])) &&
    oneOf(mode, ['automatic', 'none']) &&
    oneOf(grant, GRANT_KINDS) &&
    oneOf(clientAuth, CLIENT_AUTHS) &&
    oneOf(dpop, DPOP_USES) &&
    oneOf(anyAddress, [true, false]) &&
    oneOf(keep, [true, false]) &&
    (parameters === undefined || isPairs(parameters))
  );
}

export function isPolicy(value: unknown): value is Policy {
  if (!isObject(value)) return false;
  const { revision, roots, sampling, elicitation, capabilities, meta, logLevel, probeMs, timeouts, refuseAllBut } =
    value;
  return (
    isString(revision) &&
    [...AUTOMATIC_STEPS, 'goodbye'].every((name) => typeof value[name] === 'boolean') &&
    Array.isArray(roots) &&
    roots.every(isRoot) &&
    (isAnswer(sampling) || isModel(sampling)) &&
    (isAnswer(elicitation) || isDefaults(elicitation)) &&
    isMilliseconds(probeMs) &&
    isTimeouts(timeouts) &&
    (capabilities === undefined || isObject(capabilities)) &&
    (meta === undefined || isObject(meta)) &&
    (logLevel === undefined || isString(logLevel)) &&
    (refuseAllBut === undefined || isStrings(refuseAllBut))
  );
}

function isRoot(value: unknown): value is Root {
  return isObject(value) && isString(value['uri']) && (value['name'] === undefined || isString(value['name']));
}

/** Timers wrap around beyond this. */
const isMilliseconds = (value: unknown): value is number => isCount(value) && value <= 0x7fffffff;

function isTimeouts(value: unknown): value is TimeoutPolicy {
  return (
    isObject(value) &&
    isMilliseconds(value['idleMs']) &&
    isMilliseconds(value['totalMs']) &&
    typeof value['progressExtends'] === 'boolean'
  );
}

export const isTapChange = (value: unknown): value is TapChange =>
  isObject(value) && isString(value['file']) && isStrings(value['server']) && typeof value['tapped'] === 'boolean';

export function isLimits(value: unknown): value is RequestLimits {
  return (
    isObject(value) && ['idleMs', 'totalMs'].every((name) => value[name] === undefined || isMilliseconds(value[name]))
  );
}

export function isHttpDetails(value: unknown): value is HttpDetails {
  return (
    isObject(value) &&
    isPairs(value['headers']) &&
    (value['without'] === undefined || isStrings(value['without'])) &&
    (value['exact'] === undefined || value['exact'] === true) &&
    (value['method'] === undefined || (isString(value['method']) && /^[A-Za-z]+$/.test(value['method'])))
  );
}

function isModel(value: unknown): boolean {
  const endpoint = isObject(value) && value['mode'] === 'model' ? value['endpoint'] : undefined;
  return (
    isObject(endpoint) &&
    isString(endpoint['url']) &&
    isString(endpoint['model']) &&
    (endpoint['apiKey'] === undefined || isString(endpoint['apiKey']))
  );
}

function isDefaults(value: unknown): boolean {
  if (!isObject(value) || value['mode'] !== 'defaults') return false;
  const { given, url } = value;
  const isGiven = (each: unknown): boolean => isObject(each) && isString(each['message']) && isString(each['answer']);
  return (
    (given === undefined || (Array.isArray(given) && given.every(isGiven))) && (url === undefined || isString(url))
  );
}

function isAnswer(value: unknown): boolean {
  return isObject(value) && (value['mode'] === 'ask' || (value['mode'] === 'auto' && isString(value['answer'])));
}
