/** What the page and the worker that reads other programs' files say to each other. */
import type { ImportFormat, ImportRemark } from '#shared/import';
import type { RecordingProblem } from '#shared/recording';

export interface ImportRequest {
  readonly file: Blob;
  readonly name: string;
}

export type ImportReply =
  | {
      readonly type: 'imported';
      readonly format: ImportFormat;
      readonly unread: number;
      readonly leftOut: number;
      readonly remarks: readonly ImportRemark[];
      /** The file of the recording that was made. */
      readonly recording: Blob;
    }
  | { readonly type: 'unknown'; readonly problem?: RecordingProblem }
  | { readonly type: 'too-large' }
  | { readonly type: 'unreadable'; readonly detail: string };
