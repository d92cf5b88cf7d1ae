/** What the server tells without being asked: its log messages, updates of resources, and what came on each subscription. */
import type { DecodedNotification } from '#shared/jsonrpc';
import { copyTables, PlainNotification, Sequence, type Fold } from '#shared/session';
import { noticeParams } from './params.ts';

/** From the least to the most severe (server/utilities/logging). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export interface Updates {
  readonly count: number;
  /** The last event that said so; -1 for none. */
  readonly last: number;
}

export interface Notices {
  /** Events of log messages by the least level at which they are shown: each is in the sequence of its own level and of those below. */
  readonly messages: readonly Sequence<number>[];
  /** By the URI of the resource. */
  readonly updates: Map<string, Updates>;
  /** Notifications on each open subscription, its acknowledgement among them, by the index of its operation. */
  readonly received: Map<number, number>;
}

export const NOTICES: Fold<Notices> = {
  init: () => ({ messages: LOG_LEVELS.map(() => new Sequence()), updates: new Map(), received: new Map() }),
  step({ messages, updates, received }, { s }, decoded, { opened, closed, touches = -1 }) {
    for (const { method, op } of opened) if (method === 'subscriptions/listen') received.set(op, 0);
    for (const { pending } of closed) received.delete(pending.op);
    if (decoded?.kind !== 'notification') return;
    const before = received.get(touches);
    if (before !== undefined) received.set(touches, before + 1);
    if (decoded.method === 'notifications/message') logged(messages, levelOf(decoded), s);
    if (decoded.method !== 'notifications/resources/updated') return;
    const uri = noticeParams(decoded)?.['uri'];
    if (typeof uri === 'string') updates.set(uri, { count: updatesOf({ updates }, uri).count + 1, last: s });
  },
  copy: (state) => ({ ...copyTables(state), messages: state.messages.map((each) => each.copy()) }),
};

const levelOf = (decoded: DecodedNotification): unknown =>
  (decoded instanceof PlainNotification ? decoded.level : undefined) ?? noticeParams(decoded)?.['level'];

/** A message of an unknown level is shown at every one. */
function logged(messages: Notices['messages'], level: unknown, s: number): void {
  for (const [index, name] of LOG_LEVELS.entries()) {
    messages[index]?.push(s);
    if (name === level) return;
  }
}

/** Events of the log messages from this level on; of all for a level that is not known. */
export function messagesFrom({ messages }: Readonly<Notices>, least: string): Sequence<number> {
  const level = LOG_LEVELS.findIndex((each) => each === least);
  return messages[Math.max(0, level)] ?? new Sequence();
}

export function updatesOf({ updates }: Pick<Readonly<Notices>, 'updates'>, uri: string): Updates {
  return updates.get(uri) ?? { count: 0, last: -1 };
}
