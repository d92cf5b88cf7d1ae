/** A comparison as JUnit XML: each operation a test case, and so is each other change; what could not be run is an error. */
import { basename, isAbsolute, relative } from 'node:path';
import { failsAt, findingsOf, type Comparison, type Finding, type FindingOf, type Pair } from '#shared/compare';
import { findingWords, titleOf } from '#shared/words';
import { findingLines } from './findings.ts';
import { causeFacts, type Cause } from './cause.ts';
import { junitXml, type JunitCase, type JunitSuite } from './junit-xml.ts';
import { findingName, PARTS } from './names.ts';
import type { ReportContext } from './words.ts';

/** A comparison, a reason why there is none, or a comparison and what went wrong beside it. */
export interface Outcome {
  readonly comparison?: Comparison;
  readonly problem?: string;
  readonly cause?: Cause;
}

/** Findings that are no operation, by the names of their suites. */
const SUITES: { readonly [of in Exclude<FindingOf, 'operation'>]: string } = { definition: 'definitions', ...PARTS };

/** A case fails when it makes the exit code fail, by the gate of the context. */
export function junitReport({ comparison, problem, cause }: Outcome, context: ReportContext): string {
  const suites: JunitSuite[] = comparison ? suitesOf(comparison, context) : [];
  const { damaged = [] } = context;
  if (problem === undefined && damaged.length > 0)
    suites.unshift({ name: 'run', cases: damaged.map((name) => ({ name })) });
  if (problem !== undefined) {
    const [message = ''] = problem.split('\n', 1);
    const error = { type: cause?.reason ?? 'not-run', message, text: problem };
    suites.unshift({ name: 'run', properties: cause && causeFacts(cause), cases: [{ name: 'run', error }] });
  }
  // Readers take a report without any case for a lost one.
  if (suites.every(({ cases }) => cases.length === 0))
    suites.push({ name: 'operations', cases: [{ name: 'nothing to compare' }] });
  const file = relative(process.cwd(), context.before);
  return junitXml({
    name: `${context.before} and ${context.after}`,
    of: basename(context.before).replace(/\.mcprec$/, ''),
    ...(file.startsWith('..') || isAbsolute(file) ? {} : { file }),
    suites,
  });
}

function suitesOf(comparison: Comparison, { failOn = 'changed' }: ReportContext): JunitSuite[] {
  const { pairs, leftOut, moreDefinitions } = comparison;
  const findings = findingsOf(comparison);
  const told = (finding: Finding): Pick<JunitCase, 'failure'> => {
    if (!failsAt(finding.weight, failOn)) return {};
    const message = findingWords(comparison, finding);
    return { failure: { type: finding.weight, message, text: findingLines(comparison, finding, true).join('\n') } };
  };
  const byPair = new Map(findings.flatMap((each) => (each.of === 'operation' ? [[each.at, each] as const] : [])));
  const operations = pairs.map((pair, at): JunitCase => {
    const finding = byPair.get(at);
    return { name: titleOf(pair), ...secondsOf(pair), ...(finding ? told(finding) : {}) };
  });
  const skipped = leftOut.map(({ method = '', about, reason }): JunitCase => {
    return { name: [method, about].filter((each) => each !== undefined).join(' '), skipped: reason };
  });
  const others = Object.entries(SUITES).map(([of, name]): JunitSuite => {
    const cases = findings
      .filter((finding) => finding.of === of)
      .map((finding): JunitCase => ({ name: findingName(comparison, finding), ...told(finding) }));
    const last = cases.at(-1);
    const more = of === 'definition' && moreDefinitions > 0 && last;
    // What is not listed is no better than the last one that is.
    return { name, cases: more ? [...cases, { ...last, name: `${moreDefinitions} more changes` }] : cases };
  });
  return [{ name: 'operations', cases: [...operations, ...skipped] }, ...others];
}

function secondsOf({ before, after }: Pair): Pick<JunitCase, 'seconds'> {
  const ms = after?.ms ?? before?.ms;
  return ms === undefined ? {} : { seconds: ms / 1000 };
}
