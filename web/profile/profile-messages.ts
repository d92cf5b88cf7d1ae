/** What the page asks of the worker that makes profiles, and what it gets. */
import type { CellPart, FactGroup } from '#shared/profile';
import type { Language } from '#shared/words';

export type ProfileRequest =
  /** Read a recording and keep its profile under a key. */
  | { readonly type: 'read'; readonly key: string; readonly title: string; readonly file: Blob }
  /** The profiles of these recordings, client by client. */
  | { readonly type: 'show'; readonly keys: readonly string[]; readonly language: Language }
  | {
      readonly type: 'export';
      readonly keys: readonly string[];
      readonly as: 'markdown' | 'json';
      readonly language: Language;
    };

export interface ShownClient {
  readonly name: string;
  readonly hosts: readonly string[];
  /** Keys of its recordings; places in cells are by their order. */
  readonly keys: readonly string[];
}

export interface ShownRow {
  readonly id: string;
  readonly label: string;
  /** The label is a word of the protocol. */
  readonly wire: boolean;
  readonly why: string;
  readonly differs: boolean;
  /** One for each client. */
  readonly cells: readonly (readonly CellPart[])[];
}

export interface ShownProfiles {
  readonly clients: readonly ShownClient[];
  readonly groups: readonly { readonly group: FactGroup; readonly title: string; readonly rows: readonly ShownRow[] }[];
  readonly differences: number;
  /** Between the parts of a cell. */
  readonly comma: string;
}

export interface ProfileReplies {
  /** A code of what is wrong with the file after a part that could be read. */
  readonly read: { readonly problem?: string };
  readonly show: ShownProfiles;
  readonly export: string;
  readonly [type: string]: unknown;
}
