/** A comparison as JUnit XML: each operation a test case, and so is each change of a definition and of the session. */
import type { Comparison, Pair } from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import {
  definitionCounts,
  definitionWords,
  factCounts,
  factWords,
  fails,
  titleOf,
  VERDICT_WORDS,
  wasShown,
  type ReportContext,
} from './words.ts';

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly seconds?: number;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
  readonly skipped?: string;
}

/** The text of the XML file. */
export function junitReport(comparison: Comparison, context: ReportContext): string {
  const { pairs, definitions, facts, ambient, latency, leftOut } = comparison;
  const suites: readonly (readonly [string, readonly Case[]])[] = [
    [
      'operations',
      [
        ...pairs.map(operationCase),
        ...leftOut.map(({ method = '', about, reason }): Case => ({
          classname: method,
          name: about ?? method,
          skipped: reason,
        })),
      ],
    ],
    [
      'definitions',
      definitions.map((change): Case => {
        const message = visibleText(definitionWords(change));
        const failure = { type: change.class, message, text: message };
        const name = `${change.name} ${change.reason}${change.path === '' ? '' : ` ${change.path}`}`;
        return { classname: change.of, name, ...(definitionCounts(change, context) ? { failure } : {}) };
      }),
    ],
    [
      'session',
      facts.map((fact): Case => {
        const message = visibleText(factWords(fact));
        const failure = { type: 'changed', message, text: message };
        const name = `${fact.fact}${fact.path ?? ''}`;
        return { classname: 'session', name, ...(factCounts(fact, context) ? { failure } : {}) };
      }),
    ],
    [
      'notifications',
      ambient.map(({ method, before, after, counts }): Case => {
        const message = visibleText(`${method}: ${after} (was: ${before})`);
        return { classname: 'notifications', name: method, ...failing(counts, message) };
      }),
    ],
    [
      'latency',
      latency.map(({ pair, before, after, counts }): Case => {
        const message = `${after.toFixed(1)} ms (was: ${before.toFixed(1)} ms)`;
        const named = pairs[pair];
        return { classname: 'latency', name: named ? titleOf(named) : '', ...failing(counts, message) };
      }),
    ],
  ];
  const all = suites.flatMap(([, cases]) => cases);
  const body = suites.filter(([, cases]) => cases.length > 0).map(([name, cases]) => suiteXml(name, cases));
  const name = attribute(`${context.before} and ${context.after}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name=${name} ${counts(all)}>\n${body.join('')}</testsuites>\n`;
}

function failing(counts: boolean, message: string): Pick<Case, 'failure'> {
  return counts ? { failure: { type: 'changed', message, text: message } } : {};
}

function operationCase(pair: Pair): Case {
  const { verdict, kind, method = '', about, before, after, differences } = pair;
  const ms = after?.ms ?? before?.ms;
  const text = differences
    .map(({ path, before: was, after: is }) => visibleText(`${path}: ${wasShown(was, is)}`))
    .join('\n');
  return {
    classname: kind === 'malformed' ? 'malformed' : method,
    name: about ?? titleOf(pair),
    ...(ms === undefined ? {} : { seconds: ms / 1000 }),
    ...(fails(verdict)
      ? { failure: { type: verdict, message: `${titleOf(pair)}: ${VERDICT_WORDS[verdict]}`, text } }
      : {}),
  };
}

function counts(cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const time = cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${time.toFixed(6)}"`;
}

function suiteXml(name: string, cases: readonly Case[]): string {
  return `  <testsuite name="${name}" ${counts(cases)}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function caseXml({ classname, name, seconds = 0, failure, skipped }: Case): string {
  const head = `    <testcase classname=${attribute(classname)} name=${attribute(name)} time="${seconds.toFixed(6)}"`;
  if (skipped !== undefined) return `${head}><skipped message=${attribute(skipped)}/></testcase>\n`;
  if (!failure) return `${head}/>\n`;
  const { type, message, text } = failure;
  return `${head}><failure type=${attribute(type)} message=${attribute(message)}>${escapeXml(text)}</failure></testcase>\n`;
}

/** Text as XML 1.0 can hold it: most control characters, and halves of surrogate pairs, have no place in it even when escaped. */
function escapeXml(text: string): string {
  return visibleText(text, { layout: 'block' })
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A quoted attribute, of one line. */
const attribute = (text: string): string => `"${escapeXml(visibleText(text))}"`;
