/** Types alone: nothing but this package and the language's own library is needed to use it. */
import { compareRecordings, parseMasks, reportText, type Comparison, type Masks } from 'mcp-lifeline/compare';
import { mockServer, type MockServer } from 'mcp-lifeline/mock';
import {
  operationsOf,
  parseRecording,
  readRecording,
  recordingPieces,
  streamRecording,
  writeRecording,
  type RecordedOperation,
  type WireEvent,
} from 'mcp-lifeline/recording';

export async function slowest(path: string): Promise<RecordedOperation | undefined> {
  const operations = operationsOf(await readRecording(path));
  return operations.sort((one, other) => (other.ms ?? 0) - (one.ms ?? 0))[0];
}

export async function bytesOfErrors(path: string): Promise<number> {
  let length = 0;
  for await (const part of streamRecording(path))
    if (part.type === 'event' && part.event.k === 'stderr') length += part.event.text?.length ?? 0;
  return length;
}

export function texts(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => (event.k === 'message' && event.raw !== undefined ? [event.raw] : []));
}

export function copy(text: string, to: string): void {
  const { recorded, summary } = parseRecording(text);
  if (!recorded) throw new Error(summary.problems[0]?.code ?? 'not a recording');
  writeRecording(to, { ...recorded, header: { ...recorded.header, tags: ['copied'] } });
  for (const piece of recordingPieces(recorded)) piece.slice(0, 10);
}

export async function verdict(before: string, after: string, masksText: string): Promise<string> {
  const read = parseMasks(masksText);
  const masks: Masks | undefined = read.ok ? read.masks : undefined;
  const recordings = [await readRecording(before), await readRecording(after)] as const;
  const comparison: Comparison = compareRecordings(...recordings, masks ? { masks } : {});
  return comparison.same ? 'same' : reportText(comparison, { redact: recordings });
}

export const serve = (path: string): Promise<MockServer> => mockServer(path, { faults: ['drop@ping'], speed: 1 });

// @ts-expect-error An option that there is not.
export const wrong = (path: string): Promise<MockServer> => mockServer(path, { sped: 1 });
