/** How a request failed, as its sender sees it: there every error code is an error. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import type { Closing } from '#shared/session';
import type { Attributes } from './types.ts';

export interface Failure {
  readonly attributes: Attributes;
  readonly message?: string;
}

/** What failed, in the words of the conventions; undefined when nothing did. */
export function failureOf({ outcome, response, status, pending }: Closing): Failure | undefined {
  const failed = (type: string): Failure => ({ attributes: { 'error.type': type } });
  switch (outcome) {
    case 'result':
      return undefined;
    case 'tap-answered':
      return response?.error === undefined ? undefined : errorOf(response.error);
    case 'dropped':
      return failed('_OTHER');
    case 'error':
      return errorOf(response?.error);
    case 'tool-error':
      return failed('tool_error');
    case 'timeout':
      return failed('timeout');
    case 'no-answer':
      return failed(status !== undefined && status >= 400 ? String(status) : '_OTHER');
    case 'cancelled':
    case 'silence':
    case 'ended':
      // A subscription is there until somebody ends it.
      if (pending.method === 'subscriptions/listen') return undefined;
      return failed(outcome === 'cancelled' ? 'cancelled' : '_OTHER');
  }
}

function errorOf(error: unknown): Failure {
  const { code, message } = isObject(error) ? error : {};
  const known = typeof code === 'number' || typeof code === 'string' ? String(code) : undefined;
  return {
    attributes: { 'error.type': known ?? '_OTHER', ...defined({ 'rpc.response.status_code': known }) },
    ...defined({ message: typeof message === 'string' ? message : undefined }),
  };
}
