/** What the page and the worker that reads other programs' files say to each other. */
import type { ImportFormat, ImportRemark, ServerChoice } from '#shared/import';
import type { RecordingProblem } from '#shared/recording';

export interface ImportRequest {
  readonly file: Blob;
  readonly name: string;
  /** Whose messages are wanted, where the file has those of several servers. */
  readonly server?: string;
}

export type ImportReply =
  | {
      readonly type: 'imported';
      readonly format: ImportFormat;
      readonly unread: number;
      /** Lines or entries of the first parts that were not understood. */
      readonly places: readonly number[];
      readonly leftOut: number;
      readonly remarks: readonly ImportRemark[];
      /** The file of the recording that was made. */
      readonly recording: Blob;
    }
  | { readonly type: 'servers'; readonly servers: readonly ServerChoice[] }
  | { readonly type: 'files'; readonly files: readonly string[] }
  | { readonly type: 'unknown'; readonly problem?: RecordingProblem }
  | { readonly type: 'too-large' }
  | { readonly type: 'unreadable'; readonly detail: string };
