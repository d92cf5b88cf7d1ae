/** What exporters take. */
import type { FindingsReport } from '#shared/findings';
import type { DecodedNotification, DecodedRequest } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import type { FoundLookup } from '#shared/timeline';
import type { Words } from '#shared/words';
import type { DiagramReading } from './diagram-reading.ts';

export const SNIPPET_FORMATS = ['curl', 'command', 'typescript', 'python'] as const;
export type SnippetFormat = (typeof SNIPPET_FORMATS)[number];

export interface Call {
  readonly decoded: DecodedRequest | DecodedNotification;
  readonly text: string;
  /** True when it names its revision itself, as of 2026-07-28: the library does so, too. */
  readonly perRequest: boolean;
}

export interface DiagramOptions {
  readonly words?: Words;
  /** Most rows that are drawn; a last line says how many more there are. Each format has a default and a highest value. */
  readonly most?: number;
  /** A text of the diagram's filter language; without it, every row. */
  readonly filter?: string;
  /** What rules found at each event, for a filter that asks for it. */
  readonly found?: FoundLookup | undefined;
  /** The recording's log, where there is one already. */
  readonly log?: SessionLog | undefined;
  /** The same with its rows, as `filter` leaves them. */
  readonly reading?: DiagramReading | undefined;
}

export interface DrawnOptions extends DiagramOptions {
  readonly operations?: boolean;
}

export interface SvgOptions extends DrawnOptions {
  /** Default light. */
  readonly theme?: 'light' | 'dark';
  /** Width in pixels, 480 to 2400 (default 960). */
  readonly width?: number;
}

export interface MarkdownOptions extends DiagramOptions {
  /** The report's title; without it, the recording's. */
  readonly title?: string;
  /** What the person has to say, as markdown; it stands before everything else, as it is. */
  readonly comment?: string;
  /** What it breaks; without it, the report does not tell of rules. */
  readonly findings?: FindingsReport;
  /** The log of the recording, where there is one already. */
  readonly log?: SessionLog;
}

export interface OtlpOptions extends DiagramOptions {
  /** Arguments and results of tools, and variables of prompts (default false). */
  readonly bodies?: boolean;
  /** Progress, standard error and what `found` says as events of spans (default true). */
  readonly spanEvents?: boolean;
}

export type TextOptions = SvgOptions & MarkdownOptions & OtlpOptions;

export interface TerminalOptions extends DiagramOptions {
  readonly color: boolean;
  /** Columns of the terminal, at least 60. */
  readonly width: number;
}
