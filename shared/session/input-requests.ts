/** The map by which a server asks for input (2026-07-28, basic/patterns/mrtr#inputrequests). */
import { isObject } from '#shared/jsonrpc';
import type { AwaitedInput } from './state.ts';

/** The bare requests of an `inputRequests` map; entries without a method are left out. Takes any value; never throws. */
export function inputRequests(value: unknown): AwaitedInput['requests'] {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, request]) => {
      const method = isObject(request) ? request['method'] : undefined;
      if (!isObject(request) || typeof method !== 'string') return [];
      return [[key, { method, ...(request['params'] === undefined ? {} : { params: request['params'] }) }] as const];
    }),
  );
}
