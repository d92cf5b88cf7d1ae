/** Options of the commands that compare: what counts, what makes the command fail, and how it is told. */
import { defined } from '#shared/base';
import { GATES, type Gate, type LatencyThreshold } from '#shared/compare';
import type { ReportPaths } from './files.ts';

/** Differences of less than this many milliseconds are noise whatever the ratio. */
const LATENCY_MS = 50;

/** For `parseArgs`. */
export const GATE_OPTIONS = {
  'fail-on': { type: 'string', default: 'changed' },
  strict: { type: 'boolean', default: false },
  latency: { type: 'string' },
  'latency-counts': { type: 'boolean', default: false },
  'check-lists': { type: 'boolean', default: false },
  'show-masked': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  junit: { type: 'string' },
  html: { type: 'string' },
  markdown: { type: 'string', multiple: true, default: [] as string[] },
  'no-redact': { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
} as const;

/** For the help of a command whose options are described from `column` on. */
export function gateHelp(column: number): string {
  const entries: readonly (readonly [string, ...string[]])[] = [
    [
      '--fail-on KIND',
      'which changes fail: breaking, changed (default) or any.',
      'breaking: existing clients may stop working: a tool, resource, prompt or capability was removed, an',
      'argument became required, a type is narrower, a call fails or gets no response, the server crashes,',
      'writes new lines to standard output that are not JSON-RPC, or has new protocol violations;',
      'changed: also different responses, new tools and arguments, descriptions, instructions, order;',
      'any: also informational changes, such as titles, the server version, and notification counts',
    ],
    ['--strict', 'informational changes count as changed: titles, session properties, kinds of notifications'],
    ['--latency RATIO', 'list responses that are RATIO times slower or faster, and by more than 50 ms'],
    ['--latency-counts', 'with --latency: slower responses count as changed'],
    ['--check-lists', 'order and page size of lists count as changed'],
  ];
  const lines = entries.flatMap(([name, ...words]) =>
    words.map((word, at) => `  ${(at === 0 ? name : '').padEnd(column - 2)}${word}\n`),
  );
  return lines.join('');
}

export interface GateRequest extends ReportPaths {
  readonly json: boolean;
  readonly verbose: boolean;
  /** List what masks cover. */
  readonly showMasked: boolean;
  readonly failOn: Gate;
  readonly strict: boolean;
  readonly checkLists: boolean;
  readonly latency?: LatencyThreshold;
}

interface Given {
  readonly 'fail-on': string;
  readonly strict: boolean;
  readonly latency?: string | undefined;
  readonly 'latency-counts': boolean;
  readonly 'check-lists': boolean;
  readonly 'show-masked': boolean;
  readonly json: boolean;
  readonly junit?: string | undefined;
  readonly html?: string | undefined;
  readonly markdown: readonly string[];
  readonly 'no-redact': boolean;
  readonly verbose: boolean;
}

/** What `GATE_OPTIONS` came to, or a word on what is wrong. */
export function readGate(values: Given): GateRequest | string {
  const failOn = GATES.find((gate) => gate === values['fail-on']);
  if (failOn === undefined) return `--fail-on takes breaking, changed or any, not “${values['fail-on']}”`;
  const ratio = values.latency === undefined ? undefined : Number(values.latency);
  if (ratio !== undefined && !(ratio >= 1 && ratio < Infinity))
    return `--latency takes a ratio of 1 or more, not “${values.latency}”`;
  if (values['latency-counts'] && ratio === undefined) return '--latency-counts needs --latency';
  const { json, junit, html, markdown, verbose } = values;
  if (json && markdown.includes('-')) return 'Use either --json or --markdown -, not both';
  return {
    json,
    junit,
    html,
    markdown,
    verbose,
    redact: !values['no-redact'],
    showMasked: values['show-masked'],
    failOn,
    strict: values.strict,
    checkLists: values['check-lists'],
    ...(ratio === undefined ? {} : { latency: { ratio, ms: LATENCY_MS, counts: values['latency-counts'] } }),
  };
}

/** What of it a comparison takes. */
export const compareOptions = ({
  strict,
  checkLists,
  latency,
}: Pick<GateRequest, 'strict' | 'checkLists' | 'latency'>): {
  readonly strict: boolean;
  readonly checkLists: boolean;
  readonly latency?: LatencyThreshold;
} => ({ strict, checkLists, ...defined({ latency }) });
