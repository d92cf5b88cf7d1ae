/**
 * JUnit XML as its common readers take it. The format has no specification; what is kept to here: `testsuites` without `skipped`
 * and `testcase` without `file`, which the schema of Jenkins’ xUnit plugin does not know; names that differ within a suite, because
 * GitLab drops a second case of a name and others take it for a repetition; class names with one dot, which Jenkins shows as a tree;
 * messages also as text, which GitLab reads alone.
 */
import { visibleText } from '#shared/plain-text';
import { xmlCharacters, xmlText } from '#shared/export';

interface Told {
  readonly type: string;
  /** One line. */
  readonly message: string;
  /** Several lines, in place of the message. */
  readonly text?: string;
}

export interface JunitCase {
  readonly name: string;
  readonly seconds?: number;
  readonly failure?: Told;
  readonly error?: Told;
  readonly skipped?: string;
}

export interface JunitSuite {
  readonly name: string;
  /** Facts of all its cases; readers accept them on suites only. */
  readonly properties?: { readonly [name: string]: string } | undefined;
  readonly cases: readonly JunitCase[];
}

export interface JunitFile {
  readonly name: string;
  /** The subject of the suites; precedes their names, so that several files can be read together. */
  readonly of: string;
  readonly file?: string;
  readonly suites: readonly JunitSuite[];
}

/** Readers put names into addresses and columns. */
const MAX_NAME_CHARS = 200;

export function junitXml({ name, of, file, suites }: JunitFile): string {
  const full = suites.filter(({ cases }) => cases.length > 0);
  const { skipped: _unknown, ...all } = countsOf(full.flatMap(({ cases }) => cases));
  const body = full.map((suite) => suiteXml(suite, `${of.replaceAll('.', '_')}.${suite.name}`, file));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name=${attribute(name)} ${counted(all)}>\n${body.join('')}</testsuites>\n`;
}

function suiteXml({ cases, properties = {} }: JunitSuite, classname: string, file: string | undefined): string {
  const head = `name=${attribute(classname)} ${counted(countsOf(cases))}${file === undefined ? '' : ` file=${attribute(file)}`}`;
  const names = distinct(cases.map(({ name }) => name));
  const lines = cases.map((each, index) => caseXml(each, classname, names[index] ?? ''));
  const known = Object.entries(properties).map(
    ([property, value]) => `      <property name=${attribute(property)} value=${attribute(value)}/>\n`,
  );
  const first = known.length === 0 ? '' : `    <properties>\n${known.join('')}    </properties>\n`;
  return `  <testsuite ${head}>\n${first}${lines.join('')}  </testsuite>\n`;
}

interface Counts {
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly time: string;
}

function countsOf(cases: readonly JunitCase[]): Counts {
  const those = (has: (each: JunitCase) => boolean): string => String(cases.filter(has).length);
  return {
    tests: String(cases.length),
    failures: those(({ failure }) => failure !== undefined),
    errors: those(({ error }) => error !== undefined),
    skipped: those(({ skipped }) => skipped !== undefined),
    time: timeOf(cases.reduce((sum, { seconds = 0 }) => sum + sane(seconds), 0)),
  };
}

const counted = (counts: Partial<Counts>): string =>
  Object.entries(counts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

/** From 10^21 on, a number would be written with an exponent. */
const MAX_SECONDS = 1e9;
/** A clock that went back took no time. */
const sane = (seconds: number): number => (seconds > 0 ? Math.min(seconds, MAX_SECONDS) : 0);
const timeOf = (seconds: number): string => seconds.toFixed(6);

function caseXml({ seconds = 0, failure, error, skipped }: JunitCase, classname: string, name: string): string {
  const head = `    <testcase classname=${attribute(classname)} name=${attribute(name)} time="${timeOf(sane(seconds))}"`;
  const parts = [
    ...(error ? [toldXml('error', error)] : []),
    ...(failure ? [toldXml('failure', failure)] : []),
    ...(skipped === undefined ? [] : [`<skipped message=${attribute(skipped)}>${xmlText(skipped)}</skipped>`]),
  ];
  return parts.length === 0 ? `${head}/>\n` : `${head}>${parts.join('')}</testcase>\n`;
}

function toldXml(element: 'error' | 'failure', { type, message, text = message }: Told): string {
  return `<${element} type=${attribute(type)} message=${attribute(message)}>${xmlText(text)}</${element}>`;
}

/** Names for readers: on one line, cut, with an ordinal where the same one precedes. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    const line = visibleText(name).replace(/\s+/g, ' ').trim();
    const short = xmlCharacters(line.length > MAX_NAME_CHARS ? `${line.slice(0, MAX_NAME_CHARS)}…` : line);
    const base = short === '' ? 'without a name' : short;
    let ordinal = next.get(base) ?? 1;
    const named = (): string => (ordinal === 1 ? base : `${base} (${ordinal})`);
    while (taken.has(named())) ordinal++;
    next.set(base, ordinal + 1);
    taken.add(named());
    return named();
  });
}

const attribute = (text: string): string => `"${xmlText(visibleText(text))}"`;
