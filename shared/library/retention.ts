/** How long recordings are kept. Nothing is taken that is live, that a page looks at, or that a person said to keep. */
import { isObject } from '#shared/jsonrpc';

/** Both bounds may hold at once; without either, everything is kept for ever. */
export interface Retention {
  /** Recordings that began longer ago go. */
  readonly days?: number;
  /** The oldest go until all together are no larger (1 MB is 1,000,000 bytes). */
  readonly megabytes?: number;
}

/** The default: what a person recorded is theirs to delete. */
export const KEEP_FOR_EVER: Retention = {};

/** A value as a retention: positive whole numbers or nothing; undefined when it is none. Never throws. */
export function readRetention(value: unknown): Retention | undefined {
  if (!isObject(value)) return undefined;
  const { days, megabytes } = value;
  for (const bound of [days, megabytes])
    if (bound !== undefined && !(Number.isSafeInteger(bound) && (bound as number) > 0)) return undefined;
  return {
    ...(typeof days === 'number' ? { days } : {}),
    ...(typeof megabytes === 'number' ? { megabytes } : {}),
  };
}

export interface Retained {
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly bytes: number;
  /** Live, looked at, or kept by a person’s word: never taken, though its size counts. */
  readonly fixed: boolean;
}

/** Ids of the recordings that go at `now` (milliseconds). A recording whose start is no date is never too old. */
export function beyondRetention(recordings: readonly Retained[], retention: Retention, now: number): string[] {
  const { days = Infinity, megabytes = Infinity } = retention;
  const oldest = now - days * 86_400_000;
  const gone = new Set(
    recordings.filter(({ fixed, startedAt }) => !fixed && Date.parse(startedAt) < oldest).map(({ id }) => id),
  );
  let bytes = recordings.reduce((sum, each) => sum + (gone.has(each.id) ? 0 : each.bytes), 0);
  const byAge = [...recordings].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  for (const { id, fixed, bytes: own } of byAge) {
    if (bytes <= megabytes * 1_000_000) break;
    if (fixed || gone.has(id)) continue;
    gone.add(id);
    bytes -= own;
  }
  return [...gone];
}
