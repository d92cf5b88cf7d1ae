/**
 * `mcp-lifeline/recording`: read recordings whole or event by event, write them, and fold them to operations. FORMAT.md in the
 * package says what is in a file.
 */
export { readRecording, RecordingError, type RecordingPart, streamRecording, writeRecording } from './read.ts';
export { operationsOf, type RecordedOperation } from './operations.ts';
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
  type Recorded,
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
