/** The command line of `mcp-lifeline export`, read: what to hand on as what, or what is wrong with it. */
import { defined } from '#shared/base';
import { EXPORT_FORMATS, SNIPPET_FORMATS, type ExportFormat, type SnippetFormat } from '#shared/export';
import { parseFilter } from '#shared/timeline';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

/** Widths that a picture of the diagram takes: those of `SvgOptions`. */
const NARROWEST = 480;
const WIDEST = 2400;

export const EXPORT_HELP = `Usage: mcp-lifeline export FILE --to FORMAT [options]
       mcp-lifeline export FILE --snippet FORMAT --at EVENT [options]

Hands a recording on in another form. Secrets are replaced by placeholders first.

Formats:
  recording   a recording file          html       one page that shows it without this program
  markdown    a bug report              mermaid    a sequence diagram as Mermaid text
  svg         a picture of the diagram  har        HTTP Archive 1.2 of what passed over HTTP

Options:
  --to FORMAT       one of the formats above
  --out FILE        write it here (default: standard output); a recording is gzipped when the name ends in .gz
  --filter F        only events that pass the filter, with the requests they answer
  --select EVENTS   only these events, with the requests they answer: 4,10-20
  --theme THEME     light or dark, for svg (default light)
  --width PIXELS    width of the svg, ${NARROWEST} to ${WIDEST} (default 960)
  --snippet FORMAT  a message as ${SNIPPET_FORMATS.join(', ')}
  --at EVENT        number of the message's event
  --lang LANGUAGE   language of markdown, mermaid and svg: en (default) or zh-CN
  --no-redact       leave the secrets in
  --quiet           say nothing on standard error but what went wrong
  --server NAME     whose messages, where another program’s log has those of several servers
  --help            print this text

Exit code: 0 when it was written; 2 for wrong usage; 3 when the file can’t be read or written, has nothing for the format, or
none of its events pass --filter or --select.
`;

/** First and last number of a run of events. */
export type EventRange = readonly [from: number, to: number];

export interface ExportRequest {
  readonly type: 'export';
  /** Paths as typed. */
  readonly file: string;
  readonly out?: string;
  readonly as:
    | { readonly to: ExportFormat; readonly theme: 'light' | 'dark'; readonly width?: number }
    | { readonly snippet: SnippetFormat; readonly at: number };
  readonly filter: string;
  /** Undefined for all events. */
  readonly select?: readonly EventRange[];
  readonly redact: boolean;
  readonly quiet: boolean;
}

const wrong = wrongUse('export');

const OPTIONS = {
  to: { type: 'string' },
  out: { type: 'string' },
  filter: { type: 'string', default: '' },
  select: { type: 'string' },
  theme: { type: 'string' },
  width: { type: 'string' },
  snippet: { type: 'string' },
  at: { type: 'string' },
  redact: { type: 'boolean', default: true },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `export`. Never throws. */
export function readExportArgs(argv: readonly string[]): Parsed<ExportRequest> {
  const parsed = parseOptions('export', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [file, second] = positionals;
  if (file === undefined) return wrong('A file must be named');
  if (second !== undefined) return wrong('One file at a time');
  const { out, filter, redact } = values;
  const as = readForm(values);
  if (typeof as === 'string') return wrong(as);
  const [unknown] = parseFilter(filter).unknown;
  if (unknown !== undefined) return wrong(`The filter has “${unknown}”, which means nothing`);
  const select = values.select === undefined ? undefined : readRanges(values.select);
  if (select === 'wrong') return wrong(`“${values.select ?? ''}” is not a list of events such as 4,10-20`);
  if (select && filter !== '') return wrong('Either --filter or --select, not both');
  if ('snippet' in as && (select || filter !== '')) return wrong('--snippet takes one message, so it needs no part');
  return { type: 'export', file, as, filter, redact, quiet: values.quiet, ...defined({ select, out }) };
}

type Given = { readonly [option in 'to' | 'snippet' | 'at' | 'theme' | 'width']?: string | undefined };

/** What is to be made, or what is wrong with how it was said: an option that the format has no use for is a mistake as well. */
function readForm({ to, snippet, at, theme, width }: Given): ExportRequest['as'] | string {
  if ((to === undefined) === (snippet === undefined)) return 'Either --to or --snippet must say what to make of it';
  if (to !== 'svg' && (theme !== undefined || width !== undefined)) return '--theme and --width are for --to svg only';
  if ((snippet === undefined) !== (at === undefined)) return '--snippet and --at go together';
  if (snippet !== undefined) {
    const format = SNIPPET_FORMATS.find((each) => each === snippet);
    if (!format) return `There is no snippet “${snippet}”; there are ${SNIPPET_FORMATS.join(', ')}`;
    if (!/^\d{1,9}$/.test(at ?? '')) return `“${at ?? ''}” is not the number of an event`;
    return { snippet: format, at: Number(at) };
  }
  const format = EXPORT_FORMATS.find((each) => each === to);
  if (!format) return `There is no format “${to ?? ''}”; there are ${EXPORT_FORMATS.join(', ')}`;
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') return `“${theme}” is neither light nor dark`;
  const pixels = width === undefined ? undefined : widthIn(width);
  if (pixels === 'wrong') return `“${width ?? ''}” is not a width from ${NARROWEST} to ${WIDEST} pixels`;
  return { to: format, theme: theme ?? 'light', ...defined({ width: pixels }) };
}

function widthIn(text: string): number | 'wrong' {
  const pixels = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return pixels < NARROWEST || pixels > WIDEST ? 'wrong' : pixels;
}

function readRanges(text: string): EventRange[] | 'wrong' {
  const ranges: EventRange[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part);
    if (!match) return 'wrong';
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return 'wrong';
    ranges.push([from, to]);
  }
  return ranges;
}
