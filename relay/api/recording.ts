/** `mcp-lifeline/recording`: read recordings whole or by event, write them, fold them to operations. See FORMAT.md. */
import { MessagesByKey } from '#shared/jsonrpc';
import type { HeldRecording as Recorded, WireEvent } from '#shared/recording';
import { operationFacts, SessionLog, type OperationFacts } from '#shared/session';

export { readRecording, RecordingError, type RecordingPart, streamRecording, writeRecording } from './read.ts';
export {
  encodeEnd,
  encodeEvent,
  FORMAT_VERSION,
  MEDIA_TYPE,
  notesAt,
  readRecorded as parseRecording,
  RecordingReader,
  recordingSchema,
  recordingPieces,
  type AuthorizationStep,
  type Author,
  type Connection,
  type ConnectionBody,
  type Direction,
  type EventBody,
  type GapBody,
  type HeaderPairs,
  type HttpBody,
  type HttpConnection,
  type HttpContentBody,
  type ImportedFrom,
  type Labels,
  type Leg,
  type MessageBody,
  type NoteBody,
  type Payload,
  type ProcessBody,
  type ReaderLimits,
  type ReadResult,
  type ReadSummary,
  type HeldRecording as Recorded,
  type RecordingFooter,
  type RecordingHeader,
  type RecordingProblem,
  type Redacted,
  type Route,
  type SseBody,
  type SseFields,
  type StderrBody,
  type StdioConnection,
  type TapBody,
  type TimeoutBody,
  type UnknownBody,
  type WireEvent,
} from '#shared/recording';
export type { OperationFacts, Outcome } from '#shared/session';
export type { JsonRpcId } from '#shared/jsonrpc';

/** A request with its answer. Values are parsed; the exact texts are in the events `s` and `closed`. */
export interface RecordedOperation extends OperationFacts {
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * The operations of a recording in the order in which they began: the client's requests (`dir` is `c2s`), the server's, and
 * texts of the client that are no messages. Polls of tasks and repetitions with input are as the session counts them. Takes a
 * recording or its events; never throws on what they hold.
 */
export function operationsOf(source: Recorded | Iterable<WireEvent>): RecordedOperation[] {
  const log = new SessionLog();
  let s = 0;
  for (const event of 'events' in source ? source.events : source) {
    log.append(event.s === s ? event : { ...event, s });
    s++;
  }
  const messages = new MessagesByKey();
  return operationFacts(log).map((facts, index) => {
    const key = log.operations.get(index)?.key;
    const { params } = messages.request(log.decoded(facts.s), key) ?? {};
    const answer = facts.closed === undefined ? undefined : messages.response(log.decoded(facts.closed), key);
    return {
      ...facts,
      ...(params === undefined ? {} : { params }),
      ...(!answer ? {} : answer.outcome === 'error' ? { error: answer.error } : { result: answer.result }),
    };
  });
}
