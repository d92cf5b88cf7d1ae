/** Options of the commands that compare: what counts, what makes the command fail, and how it is reported. */
import { defined } from '#shared/base';
import { GATES, type Gate, type LatencyThreshold } from '#shared/compare';
import type { Values } from '../base/index.ts';
import { ACCEPT_DAMAGED, NO_REDACT } from '../command/index.ts';
import type { ReportPaths } from './files.ts';

const LATENCY_MS = 50;

export const GATE = {
  'fail-on KIND': `which changes fail: breaking, changed (default) or any.
    breaking: existing clients may stop working: a tool, resource, prompt or capability was removed, an
    argument became required, a type is narrower, a call fails or gets no response, the server crashes,
    writes new lines to standard output that are not JSON-RPC, or has new protocol violations;
    changed: also different responses, new tools and arguments, descriptions, instructions, order;
    any: also informational changes, such as titles, the server version, and notification counts`,
  strict: 'informational changes count as changed: titles, session properties, kinds of notifications',
  'latency RATIO': 'list responses that are RATIO times slower or faster, and by more than 50 ms',
  'latency-counts': 'with --latency: slower responses count as changed',
  'check-lists': 'order and page size of lists count as changed',
  ...ACCEPT_DAMAGED,
} as const;

/** Each command has its own words for `--json`, `--junit` and `--html`. */
export const REPORTS = {
  'markdown FILE…': `write a report for a CI job summary or a pull request comment, at most 65,536 bytes; “-” prints it
    instead of the text. "$GITHUB_STEP_SUMMARY" is appended to, up to its size limit. May be repeated`,
  ...NO_REDACT,
} as const;

const TOLD = { 'show-masked': '', json: '', 'junit FILE': '', 'html FILE': '', verbose: '' } as const;

export interface GateRequest extends ReportPaths {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly showMasked: boolean;
  readonly failOn: Gate;
  readonly strict: boolean;
  readonly checkLists: boolean;
  readonly latency?: LatencyThreshold;
}

/** The values of `GATE` and `REPORTS` that need checking; or what is wrong. */
export function readGate(
  values: Values<typeof GATE & typeof REPORTS & typeof TOLD>,
): Pick<GateRequest, 'failOn' | 'redact' | 'latency'> | string {
  const failOn = GATES.find((gate) => gate === (values.failOn ?? 'changed'));
  if (failOn === undefined) return `--fail-on takes breaking, changed or any, not “${values.failOn}”`;
  const { latency, latencyCounts: counts, json, markdown, noRedact } = values;
  const ratio = latency === undefined ? undefined : Number(latency);
  if (ratio !== undefined && !(ratio >= 1 && ratio < Infinity))
    return `--latency takes a ratio of 1 or more, not “${latency}”`;
  if (counts && ratio === undefined) return '--latency-counts needs --latency';
  if (json && markdown.includes('-')) return 'Use either --json or --markdown -, not both';
  return { failOn, redact: !noRedact, latency: ratio === undefined ? undefined : { ratio, ms: LATENCY_MS, counts } };
}

export const compareOptions = ({
  strict,
  checkLists,
  latency,
}: Pick<GateRequest, 'strict' | 'checkLists' | 'latency'>): {
  readonly strict: boolean;
  readonly checkLists: boolean;
  readonly latency?: LatencyThreshold;
} => ({ strict, checkLists, ...defined({ latency }) });
