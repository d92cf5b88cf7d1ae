/** The command line of `mcp-lifeline compare`, read: what to compare and how, or what is wrong with it. */
import type { LatencyThreshold } from '#shared/compare';
import { parseOptions, wrongUse, type Parsed } from '../command.ts';

export const COMPARE_HELP = `Usage: mcp-lifeline compare [options] BEFORE AFTER

Compares two recordings operation by operation, worst first. What a mask covers counts as equal, and is counted.

Options:
  --masks FILE        masks to apply (default: BEFORE.masks.json, when there is one)
  --no-masks          apply none, not even the built-in ones
  --strict            cosmetic changes, notifications out of nowhere and facts of the session count too
  --latency RATIO     list answers that took RATIO times as long, or as short, and differ by more than 50 ms
  --latency-counts    with --latency: slower answers count as a change
  --show-masked       list the values that masks cover
  --calibrate         BEFORE and AFTER are two runs of one plan: offer what differs as masks
  --write-masks       with --calibrate: add what is offered to the masks file
  --json              print the comparison, or what --calibrate offers, as one JSON object
  --junit FILE        write a JUnit report
  --html FILE         write a report as one HTML file
  --no-redact         leave secrets in what is printed and written (by default they are placeholders)
  --help              print this text

Exit code: 0 when they are the same, 1 when something changed, 2 for wrong usage, 3 when a file could not be read or written.
`;

/** Differences of less than this many milliseconds are noise whatever the ratio. */
const LATENCY_MS = 50;

export interface CompareRequest {
  readonly type: 'compare';
  /** Paths as typed. */
  readonly before: string;
  readonly after: string;
  readonly masks?: string;
  readonly noMasks: boolean;
  readonly strict: boolean;
  readonly latency?: LatencyThreshold;
  readonly showMasked: boolean;
  readonly calibrate: boolean;
  readonly writeMasks: boolean;
  readonly json: boolean;
  readonly junit?: string;
  readonly html?: string;
  /** What is told has placeholders in the place of secrets. */
  readonly redact: boolean;
}

export type CompareArgs = Parsed<CompareRequest>;

const wrong = wrongUse('compare');

const OPTIONS = {
  masks: { type: 'string' },
  'no-masks': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  latency: { type: 'string' },
  'latency-counts': { type: 'boolean', default: false },
  'show-masked': { type: 'boolean', default: false },
  calibrate: { type: 'boolean', default: false },
  'write-masks': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  junit: { type: 'string' },
  html: { type: 'string' },
  'no-redact': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Read the arguments after `compare`. Never throws. */
export function readCompareArgs(argv: readonly string[]): CompareArgs {
  const parsed = parseOptions('compare', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0) return wrong('Two recordings are compared');
  const ratio = values.latency === undefined ? undefined : Number(values.latency);
  if (ratio !== undefined && !(ratio >= 1 && ratio < Infinity))
    return wrong(`“${values.latency}” is not a ratio of 1 or more`);
  if (values['latency-counts'] && ratio === undefined) return wrong('--latency-counts needs --latency');
  if (values.calibrate && (values.latency ?? values.junit ?? values.html) !== undefined)
    return wrong('--calibrate offers masks; --junit, --html and --latency are of a comparison');
  if (values['no-masks'] && values.masks !== undefined) return wrong('--masks and --no-masks exclude each other');
  if (values['write-masks'] && !values.calibrate) return wrong('--write-masks needs --calibrate');
  if (values['write-masks'] && values['no-masks']) return wrong('--write-masks and --no-masks exclude each other');
  const { masks, strict, calibrate, json, junit, html } = values;
  return {
    type: 'compare',
    before,
    after,
    noMasks: values['no-masks'],
    strict,
    showMasked: values['show-masked'],
    calibrate,
    writeMasks: values['write-masks'],
    json,
    redact: !values['no-redact'],
    ...(masks === undefined ? {} : { masks }),
    ...(ratio === undefined ? {} : { latency: { ratio, ms: LATENCY_MS, counts: values['latency-counts'] } }),
    ...(junit === undefined ? {} : { junit }),
    ...(html === undefined ? {} : { html }),
  };
}
