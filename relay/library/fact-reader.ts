/** Reads the facts of a recording from its file, in turns that are short enough for live sessions. */
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { errorText } from '#shared/base';
import type { findingsJudge } from '#shared/findings';
import { FactFold, type RecordingFacts } from '#shared/library';
import { RecordingReader, type WireEvent } from '#shared/recording';
import { plainBytes } from '../recording/index.ts';

/** Bytes read and folded in one turn. */
const TURN = 32 * 1024;
/** A longer line (UTF-16 units) would take a turn too long; then the facts cover what precedes it. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Bytes that are unpacked for the facts; then they cover what was unpacked. */
const MOST_UNPACKED = 512 * 1024 * 1024;

/** Undefined when the file is no recording or can't be read, or `wanted` gives false. Never rejects. */
export async function readFacts(path: string, wanted: () => boolean): Promise<RecordingFacts | undefined> {
  const fold = new FactFold();
  const reader = new RecordingReader({ line: LONGEST_LINE });
  const decoder = new TextDecoder();
  let judgeOf: typeof findingsJudge | undefined;
  let broken: string | undefined;
  let length = 0;
  let size = 0;
  const take = (events: readonly WireEvent[]): void => {
    // The header comes first.
    if (fold.length === 0 && events.length > 0 && reader.header && judgeOf) fold.judgeBy(judgeOf(reader.header));
    for (const event of events) fold.append(event);
  };
  const isTooMuch = (): boolean => length > Math.max(MOST_UNPACKED, size);
  try {
    judgeOf = (await import('#shared/findings')).findingsJudge;
    size = (await stat(path)).size;
    for await (const bytes of plainBytes(path, TURN)) {
      take(reader.push(decoder.decode(bytes, { stream: true })));
      await setImmediate();
      if (!wanted()) return undefined;
      length += bytes.length;
      // A small packed file may unpack without end.
      if (reader.stopped || isTooMuch()) break;
    }
  } catch (error) {
    broken = errorText(error);
  }
  const { events, summary } = reader.end(broken);
  take(events);
  if (!summary.header) return undefined;
  return fold.facts({ cutShort: summary.cutShort, partial: isTooMuch() || summary.damage !== undefined });
}
