/** Pages that the server asks a person to open because a request failed for want of it, and which were done (2025-11-25, client/elicitation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { copyTables, Sequence, type Closing, type Fold } from '#shared/session';
import { noticeParams } from './params.ts';

const URL_ELICITATION_REQUIRED = -32042;

export interface RequiredPage {
  readonly id: string;
  /** As the server wrote it. */
  readonly url: unknown;
  readonly message: unknown;
  readonly elicitationId?: string;
  /** The error that lists it, and the operation that failed for want of it. */
  readonly s: number;
  readonly op: number;
}

export interface Elicitations {
  /** Pages that errors list, oldest first. */
  readonly required: Sequence<RequiredPage>;
  /** The event in which the server reported an elicitation as done, by its id. */
  readonly completed: Map<unknown, number>;
}

export const ELICITATIONS: Fold<Elicitations> = {
  ignoresPassing: true,
  init: () => ({ required: new Sequence(), completed: new Map() }),
  step({ required, completed }, { s }, decoded, { closed }) {
    if (decoded?.kind === 'notification' && decoded.method === 'notifications/elicitation/complete') {
      const { elicitationId } = noticeParams(decoded) ?? {};
      if (typeof elicitationId === 'string' && !completed.has(elicitationId)) completed.set(elicitationId, s);
    }
    let listed = 0;
    for (const closing of closed)
      for (const page of pagesOf(closing)) {
        const { url, message, elicitationId } = page;
        const id = typeof elicitationId === 'string' ? { elicitationId } : {};
        required.push({ id: `page ${s} ${listed++}`, url, message, s, op: closing.pending.op, ...id });
      }
  },
  copy: copyTables,
};

function pagesOf({ outcome, response }: Closing): JsonObject[] {
  if (outcome !== 'error' || !isObject(response?.error)) return [];
  const { code, data } = response.error;
  const listed = code === URL_ELICITATION_REQUIRED && isObject(data) ? data['elicitations'] : undefined;
  return Array.isArray(listed) ? (listed as unknown[]).filter(isObject) : [];
}
