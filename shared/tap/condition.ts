/**
 * The conditions of breakpoints and rules: the filter language of the diagram, as far as it can be judged on one message that is about to
 * pass. `method:tools/call tool:delete_* dir:c2s -id:7 status:error size:>10k "some text"`: all tokens must hold; a leading `-` negates one.
 */
import { comparison, containing, FILTER_TOKEN, glob, SIZE_UNITS, unquote } from '#shared/base';
import { showIdKey } from '#shared/jsonrpc';
import type { SeenMessage } from './seen-message.ts';

export const CONDITION_PROPERTIES = ['method', 'tool', 'dir', 'kind', 'status', 'id', 'size'] as const;
export type ConditionProperty = (typeof CONDITION_PROPERTIES)[number];

const CONDITION_KINDS = ['request', 'notification', 'response', 'error'] as const;

/** Fixed values of some properties. `status` is of responses: an error or a failed tool, or neither. */
export const CONDITION_VALUES = {
  dir: ['c2s', 's2c'],
  kind: CONDITION_KINDS,
  status: ['error', 'ok'],
} as const;

type Test = (message: SeenMessage) => boolean;

export interface Condition {
  /** Tokens that can't be judged: another property of the filter, or an unknown value. */
  readonly unknown: readonly string[];
  /** True when one of these (the items of a batch) matches. Without tokens every message does. */
  readonly fits: (messages: readonly SeenMessage[]) => boolean;
}

/** Never fails: unknown tokens are reported, and match everything. */
export function parseCondition(text: string): Condition {
  const tests: Test[] = [];
  const unknown: string[] = [];
  for (const [token] of text.matchAll(FILTER_TOKEN)) {
    const negated = token.length > 1 && token.startsWith('-');
    const test = parseToken(negated ? token.slice(1) : token);
    if (!test) unknown.push(token);
    else tests.push(negated ? (message) => !test(message) : test);
  }
  return { unknown, fits: (messages) => messages.some((message) => tests.every((test) => test(message))) };
}

function parseToken(token: string): Test | undefined {
  const [, name, written = ''] = /^([a-z]+):(.*)$/s.exec(token) ?? [];
  // A URL is text.
  if (name === undefined || written.startsWith('//')) return contains(unquote(token));
  const value = unquote(written);
  if (value === '') return undefined;
  switch (name) {
    case 'method':
    case 'tool': {
      const pattern = glob(value);
      const member = name === 'tool' ? 'name' : name;
      return ({ [member]: text }) => text !== undefined && pattern.test(text);
    }
    case 'dir':
      return value === 'c2s' || value === 's2c' ? ({ dir }) => dir === value : undefined;
    case 'kind':
      if (value === 'error') return ({ isError }) => isError;
      return (CONDITION_KINDS as readonly string[]).includes(value) ? ({ kind }) => kind === value : undefined;
    case 'status':
      if (value === 'error') return ({ isError, toolFailed }) => isError || toolFailed === true;
      return value === 'ok'
        ? ({ kind, isError, toolFailed }) => kind === 'response' && !isError && !toolFailed
        : undefined;
    case 'id':
      return ({ key }) => key !== undefined && (showIdKey(key) === value || key === `s:${value}`);
    case 'size': {
      const compare = comparison(value, SIZE_UNITS);
      return compare && (({ bytes }) => compare(bytes));
    }
    default:
      return undefined;
  }
}

function contains(word: string): Test {
  const wanted = containing(word);
  return ({ method = '', text }) => wanted.test(method) || wanted.test(text);
}
