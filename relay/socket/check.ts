/** Checks of the values inside a page's message. Each says whether a value has the type; none throws. */
import type { AnswerPolicy, Policy, Root } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import type { HeaderPairs } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function isPairs(value: unknown): value is HeaderPairs {
  return Array.isArray(value) && value.every((pair) => isStrings(pair) && pair.length === 2);
}

export function isConnectSpec(value: unknown): value is ConnectSpec {
  if (!isObject(value)) return false;
  if (value['transport'] === 'streamable-http') return isString(value['url']) && isPairs(value['headers']);
  const { transport, command, args, cwd, env } = value;
  return (
    transport === 'stdio' &&
    isString(command) &&
    isStrings(args) &&
    (cwd === undefined || isString(cwd)) &&
    isObject(env) &&
    Object.values(env).every(isString)
  );
}

const SWITCHES = [
  'handshake',
  'discover',
  'refresh',
  'listen',
  'ping',
  'answerRoots',
] as const satisfies (keyof Policy)[];

export function isPolicy(value: unknown): value is Policy {
  if (!isObject(value)) return false;
  const { revision, roots, sampling, elicitation, capabilities } = value;
  return (
    isString(revision) &&
    SWITCHES.every((name) => typeof value[name] === 'boolean') &&
    Array.isArray(roots) &&
    roots.every(isRoot) &&
    isAnswer(sampling) &&
    isAnswer(elicitation) &&
    (capabilities === undefined || isObject(capabilities))
  );
}

function isRoot(value: unknown): value is Root {
  return isObject(value) && isString(value['uri']) && (value['name'] === undefined || isString(value['name']));
}

function isAnswer(value: unknown): value is AnswerPolicy {
  return isObject(value) && (value['mode'] === 'ask' || (value['mode'] === 'auto' && isString(value['answer'])));
}
