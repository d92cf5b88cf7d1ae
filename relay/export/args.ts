/** The command line of `mcp-lifeline export`: what to hand on as what, or what is wrong with it. */
import { defined } from '#shared/base';
import { SNIPPET_FORMATS, type SnippetFormat } from '#shared/export';
import { EXPORT_FORMATS, FORMATS, formatsWith, inWords, type ExportFormat, type FormatOption } from '#shared/formats';
import { parseFilter } from '#shared/timeline';
import type { Values } from '../base/index.ts';
import { commandLine, oneFile, SERVER_OF, type AskedOf } from '../command/index.ts';
import { OTLP, readOtlp, type OtlpTarget } from '../otlp-options/index.ts';

/** Widths that a picture of the diagram takes: those of `SvgOptions`. */
const NARROWEST = 480;
const WIDEST = 2400;

/** The formats that have a use for an option, such as `--to mermaid and --to svg`. */
const using = (option: FormatOption, before = ''): string =>
  inWords(
    ' and ',
    ', ',
    formatsWith(option).map((each) => before + each),
  );

/** A line for each, or two short ones side by side. */
const FORMAT_LINES = EXPORT_FORMATS.map((format) => `  ${format.padEnd(12)}${FORMATS[format].help ?? ''}`)
  .join('\n')
  .replace(/^(.{1,39})\n {2}(.{11}) /gm, (_, first: string, second: string) => first.padEnd(40) + second);

const FORM = {
  'to FORMAT': 'one of the formats above',
  'out FILE': 'output file (default: standard output); a recording is gzipped if the name ends in .gz',
  'filter F': 'only events that match the filter; with a response, its request too',
  'select EVENTS': 'only these events, such as 4,10-20; with a response, its request too',
  operations: `draw the operations over time instead of the sequence diagram, for ${using('operations')}`,
  'theme THEME': `light or dark, for ${using('theme')} (default light)`,
  'width PIXELS': `width of the ${using('width')}, ${NARROWEST} to ${WIDEST} (default 960)`,
  ...OTLP,
  'no-span-events': 'with --otlp or --to otlp: omit progress, lines of standard error and findings',
  'snippet FORMAT': `a message as ${SNIPPET_FORMATS.join(', ')}`,
  'at EVENT': 'event number of the message',
} as const;

export const exportLine = commandLine({
  name: 'export',
  usages: [
    'export FILE --to FORMAT [options]',
    'export FILE --otlp URL [options]',
    'export FILE --snippet FORMAT --at EVENT [options]',
  ],
  about: `Exports a recording in another format. Secrets are replaced by placeholders.

Formats:
${FORMAT_LINES}`,
  column: 20,
  options: {
    ...FORM,
    'lang LANGUAGE': `language of ${using('lang')}: en (default) or zh-CN`,
    'no-redact': 'keep secrets',
    quiet: 'print only errors to standard error',
    ...SERVER_OF,
  },
  after: `Exit codes: 0 written or sent; 2 wrong usage; 3 the file can’t be read or written, contains nothing for the format, none of its
events match --filter or --select, or the collector didn’t accept the data.
`,
  read({ values, positionals }) {
    const file = oneFile(positionals);
    if ('problem' in file) return file.problem;
    const { filter = '' } = values;
    const as = readForm(values);
    if (typeof as === 'string') return as;
    const [unknown] = parseFilter(filter).unknown;
    if (unknown !== undefined) return `Can’t parse “${unknown}” in the filter`;
    const select = values.select === undefined ? undefined : readRanges(values.select);
    if (select === 'wrong') return `“${values.select}” is not a list of events such as 4,10-20`;
    if (select && filter !== '') return 'Either --filter or --select, not both';
    if ('snippet' in as && (select || filter !== ''))
      return '--snippet exports one message, so it excludes --filter and --select';
    return { ...file, as, filter, select };
  },
});

export type ExportRequest = AskedOf<typeof exportLine>;

export type ExportForm =
  | {
      readonly to: ExportFormat;
      readonly operations: boolean;
      readonly bodies: boolean;
      /** Progress, standard error and findings as events of spans. */
      readonly spanEvents: boolean;
      readonly theme: 'light' | 'dark';
      readonly width?: number;
    }
  | { readonly snippet: SnippetFormat; readonly at: number }
  | { readonly otlp: OtlpTarget; readonly spanEvents: boolean };

/** The form, or what is wrong; an option that the format does not use is a mistake, too. */
function readForm(given: Values<typeof FORM>): ExportForm | string {
  const { to, snippet, at, theme, width, operations, otlpBodies: bodies, noSpanEvents } = given;
  const spanEvents = !noSpanEvents;
  if ([to, snippet, given.otlp].filter((each) => each !== undefined).length !== 1)
    return 'One of --to, --snippet and --otlp is required';
  const lacks = (option: FormatOption): boolean => !formatsWith(option).some((each) => each === to);
  if (lacks('theme') && (theme !== undefined || width !== undefined))
    return `--theme and --width are for ${using('theme', '--to ')} only`;
  if (operations && lacks('operations')) return `--operations is for ${using('operations', '--to ')} only`;
  if ((bodies || !spanEvents) && lacks('otlp-bodies') && given.otlp === undefined)
    return `--otlp-bodies and --no-span-events are for --otlp and ${using('otlp-bodies', '--to ')} only`;
  if ((snippet === undefined) !== (at === undefined)) return '--snippet and --at go together';
  if (snippet !== undefined) {
    const format = SNIPPET_FORMATS.find((each) => each === snippet);
    if (!format) return `Unknown snippet format “${snippet}”; use one of ${SNIPPET_FORMATS.join(', ')}`;
    if (!/^\d{1,9}$/.test(at ?? '')) return `“${at ?? ''}” is not the number of an event`;
    return { snippet: format, at: Number(at) };
  }
  const otlp = to === 'otlp' ? undefined : readOtlp(given);
  if (typeof otlp === 'string') return otlp;
  if (otlp) return { otlp, spanEvents };
  const format = EXPORT_FORMATS.find((each) => each === to);
  if (!format) return `Unknown format “${to ?? ''}”; use one of ${EXPORT_FORMATS.join(', ')}`;
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') return `“${theme}” is neither light nor dark`;
  const pixels = width === undefined ? undefined : widthIn(width);
  if (pixels === 'wrong') return `“${width ?? ''}” is not a width from ${NARROWEST} to ${WIDEST} pixels`;
  return { to: format, operations, bodies, spanEvents, theme: theme ?? 'light', ...defined({ width: pixels }) };
}

function widthIn(text: string): number | 'wrong' {
  const pixels = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return pixels < NARROWEST || pixels > WIDEST ? 'wrong' : pixels;
}

function readRanges(text: string): [from: number, to: number][] | 'wrong' {
  const ranges: [from: number, to: number][] = [];
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
