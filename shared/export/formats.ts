/** The formats that are text made of a recording: what makes each, and what it is called as a file and on the web. */
import type { Recorded } from '#shared/recording';
import { toHar } from './har.ts';
import { toMarkdown } from './markdown.ts';
import { toMermaid } from './mermaid.ts';
import { toOtlp } from './otlp.ts';
import { toSvg } from './svg.ts';
import type { TextOptions } from './types.ts';

interface TextFormatOf {
  /** Ending of a file, without the dot. */
  readonly ending: string;
  readonly mediaType: string;
  /** It can draw the operations in place of the sequence diagram. */
  readonly drawn?: true;
  /** Gives undefined when there is nothing in the recording that the format could hold. */
  readonly make: (recorded: Recorded, options: TextOptions) => string | undefined;
}

export const TEXT_FORMATS = {
  markdown: { ending: 'md', mediaType: 'text/markdown', make: toMarkdown },
  mermaid: { ending: 'mmd', mediaType: 'text/plain', drawn: true, make: toMermaid },
  svg: { ending: 'svg', mediaType: 'image/svg+xml', drawn: true, make: toSvg },
  har: { ending: 'har', mediaType: 'application/json', make: toHar },
  otlp: { ending: 'otlp.jsonl', mediaType: 'application/x-ndjson', make: toOtlp },
} satisfies Record<string, TextFormatOf>;

export type TextFormat = keyof typeof TEXT_FORMATS;
export const isTextFormat = (name: string): name is TextFormat => Object.hasOwn(TEXT_FORMATS, name);

/** The formats that can draw the operations in place of the sequence diagram. */
export const DRAWN_FORMATS: readonly TextFormat[] = Object.entries<TextFormatOf>(TEXT_FORMATS).flatMap(
  ([name, { drawn }]) => (drawn && isTextFormat(name) ? [name] : []),
);

export type ExportFormat = 'recording' | 'html' | TextFormat;
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  'recording',
  'html',
  ...Object.keys(TEXT_FORMATS).filter(isTextFormat),
];
