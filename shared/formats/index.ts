/**
 * What a recording can be handed on as, in the order in which page, command and their help list it. A new one that is text is a
 * record here, and what makes it (`shared/export/NAME.ts`, which `formats.ts` there lists).
 */

/** Options of the command that only some formats have a use for. */
export type FormatOption = 'operations' | 'theme' | 'width' | 'lang' | 'otlp-bodies';

interface Format {
  /** On the page, in each language: its name as it stands in a sentence, and what it is good for. */
  readonly en: readonly [name: string, hint: string];
  readonly 'zh-CN': readonly [name: string, hint: string];
  /** In the help of the command, where that makes it. */
  readonly help?: string;
  /** A media type is that of text. */
  readonly file: readonly [ending: string, mediaType?: string];
  readonly options?: readonly FormatOption[];
  /** What it tells of rules: the report of all that is broken, or what was found at each event. */
  readonly rules?: 'report' | 'found';
  /** It holds HTTP requests alone, so of a session without any there is none. */
  readonly http?: true;
}

/** For the compiler: the names, and of each all that a format can have. */
const named = <Name extends string>(formats: { readonly [name in Name]: Format }): typeof formats => formats;

export const FORMATS = named({
  recording: {
    en: ['recording', 'Opens in Lifeline: playback, compare, rerun'],
    'zh-CN': ['录制文件', '用 Lifeline 打开：回放、比较、重新运行'],
    help: 'a recording file',
    file: ['mcprec'],
  },
  html: {
    en: ['web page', 'A single file with the viewer; opens from disk, works offline'],
    'zh-CN': ['网页', '自带查看器的单个文件，可从磁盘直接打开，无需网络'],
    help: 'a self-contained page with the viewer',
    file: ['html'],
  },
  markdown: {
    en: ['bug report', 'Markdown: what happened, steps to reproduce, the messages'],
    'zh-CN': ['缺陷报告', 'Markdown：发生了什么、如何重现、相关消息'],
    help: 'a bug report',
    file: ['md', 'text/markdown'],
    options: ['lang'],
    rules: 'report',
  },
  mermaid: {
    en: ['Mermaid', 'Sequence diagram or operations as text, for issues and documents'],
    'zh-CN': ['Mermaid', '文本形式的时序图或操作时间轴，适用于工单和文档'],
    help: 'a sequence diagram as Mermaid text',
    file: ['mmd', 'text/plain'],
    options: ['operations', 'lang'],
  },
  svg: {
    en: ['SVG', 'Sequence diagram or operations as a vector image'],
    'zh-CN': ['SVG', '时序图或操作时间轴的矢量图'],
    help: 'an image of the diagram',
    file: ['svg', 'image/svg+xml'],
    options: ['operations', 'theme', 'width', 'lang'],
  },
  // The page alone makes it, of the one before.
  png: {
    en: ['PNG', 'Sequence diagram or operations as a bitmap'],
    'zh-CN': ['PNG', '时序图或操作时间轴的位图'],
    file: ['png'],
  },
  har: {
    en: ['HAR 1.2', 'HTTP requests and responses, for browser tools'],
    'zh-CN': ['HAR 1.2', 'HTTP 请求与响应，供浏览器工具使用'],
    help: 'HTTP Archive 1.2 of the HTTP requests and responses',
    file: ['har', 'application/json'],
    http: true,
  },
  otlp: {
    en: ['OpenTelemetry', 'Spans and metrics as OTLP/JSON, for collectors'],
    'zh-CN': ['OpenTelemetry', 'OTLP/JSON 格式的 span 与指标，供 Collector 使用'],
    help: 'OpenTelemetry spans and metrics as OTLP/JSON, one OTLP request per line',
    file: ['otlp.jsonl', 'application/x-ndjson'],
    options: ['otlp-bodies'],
    rules: 'found',
  },
});

export type PageFormat = keyof typeof FORMATS;
export type ExportFormat = Exclude<PageFormat, 'png'>;
export type TextFormat = Exclude<ExportFormat, 'recording' | 'html'>;

export const PAGE_FORMATS = Object.keys(FORMATS) as readonly PageFormat[];
export const EXPORT_FORMATS = PAGE_FORMATS.filter((name): name is ExportFormat => FORMATS[name].help !== undefined);
export const isTextFormat = (name: PageFormat): name is TextFormat => FORMATS[name].file.length > 1;

export const formatsWith = (option: FormatOption): readonly ExportFormat[] =>
  EXPORT_FORMATS.filter((name) => FORMATS[name].options?.includes(option));

/** Its name as a label: with a capital letter. */
export const labelOf = ([name]: readonly [name: string, hint: string]): string =>
  name.charAt(0).toUpperCase() + name.slice(1);

/** What the page can make, as it stands in a sentence: without versions. */
export const formatNames = (language: 'en' | 'zh-CN'): readonly string[] =>
  PAGE_FORMATS.map((format) => FORMATS[format][language][0].replace(/ [\d.]+$/, ''));

/** Words in a row, such as “svg and har”. */
export const inWords = (last: string, between: string, words: readonly string[]): string =>
  [words.slice(0, -1).join(between), ...words.slice(-1)].filter(Boolean).join(last);
