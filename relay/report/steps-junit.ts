/** What a headless run did with a server as JUnit XML: each step a test case, and what ended the run beside them. */
import { isUrl } from '#shared/base';
import { basename } from 'node:path';
import type { StepOutcome } from '#shared/exercise';
import { ENGLISH } from '#shared/words';
import { EXIT } from '../command/index.ts';
import { type Cause, causeFacts } from './cause.ts';
import { type JunitCase, type JunitSuite, junitXml } from './junit-xml.ts';

/** Why an exercise left a step out: for the lines of `record`, and for JUnit. */
const SKIPPED: { readonly [reason: string]: string } = {
  'needs-yes': 'may modify data (needs --yes)',
  'invalid-header-marks': 'invalid x-mcp-header annotations',
  'left-out': 'skipped by the answers file',
  'too-long': 'required arguments are too long to generate; set them in the answers file',
  'too-many': 'too many arguments for one prompt or template',
  'same-name': 'an earlier entry of the list has the same name',
  'no-name': 'listed without a name',
  ended: 'the session had ended',
  stopped: 'the run was stopped',
  limit: 'the limit of requests was reached (--most)',
};

/** A reason that is not listed (a method that failed) stands for itself. */
export const skippedWords = (reason: string): string => SKIPPED[reason] ?? reason;

export interface ReportedStep {
  readonly method: string;
  readonly about?: string;
  readonly outcome: StepOutcome;
  readonly ms: number;
  readonly detail?: string;
  /** The number of steps that were left out together. */
  readonly count?: number;
}

export interface ReportedRun {
  readonly recording: string;
  readonly steps: readonly ReportedStep[];
  readonly unread?: readonly string[];
  /** Why the session ended early, or what went wrong with it. */
  readonly problem?: Cause;
  /** The last lines of the server's standard error, where it did not start. */
  readonly stderr?: readonly string[];
  readonly exitCode: number;
}

export interface StepsContext {
  /** What is exercised: an address, or the words of a command. */
  readonly server: string;
  /** Results with isError, and refused arguments, fail. */
  readonly strict: boolean;
  readonly words: string;
}

/** Outcomes that fail a run, and those that do with `strict`; others never do. */
const FAILING: ReadonlySet<StepOutcome> = new Set([
  'error',
  'timeout',
  'cancelled',
  'no-answer',
  'ended',
  'unanswered',
]);
const STRICTLY: ReadonlySet<StepOutcome> = new Set(['tool-error', 'refused']);

/** A case fails, or is an error, when that makes the exit code say so. */
export function stepsJunit(run: ReportedRun, { server, strict, words }: StepsContext): string {
  const { recording, steps, unread = [], exitCode } = run;
  const cases = steps.map((step) => stepCase(step, strict));
  const lists = unread.map((list): JunitCase => {
    return { name: `list of ${list}`, failure: { type: 'unread', message: `${list} were only partially fetched` } };
  });
  const failed = [...cases, ...lists].some(({ failure }) => failure !== undefined);
  const message = problemWords(run) ?? words;
  const told = {
    type: run.problem?.reason ?? (exitCode === EXIT.bad ? 'failed' : 'not-run'),
    message,
    text: [message, run.problem?.text ?? '', ...(run.problem?.quote ?? []), ...(run.stderr ?? [])]
      .filter(Boolean)
      .join('\n'),
  };
  const session: JunitCase = {
    name: 'session',
    ...(exitCode === EXIT.good || (exitCode === EXIT.bad && failed)
      ? {}
      : exitCode === EXIT.bad
        ? { failure: told }
        : { error: told }),
  };
  const suites: JunitSuite[] = [
    { name: 'session', properties: run.problem && causeFacts(run.problem), cases: [session, ...lists] },
    { name: 'exercise', cases },
  ];
  const of = basename(recording).replace(/\.mcprec$/, '');
  const name = nameOf(server) ?? of;
  return junitXml({ name, of: name === '' ? 'server' : name, suites });
}

function stepCase({ method, about, outcome, ms, detail, count }: ReportedStep, strict: boolean): JunitCase {
  const name = `${method}${about === undefined ? '' : ` ${about}`}${count === undefined ? '' : ` (${count})`}`;
  if (outcome === 'skipped') return { name, skipped: detail === undefined ? 'skipped' : skippedWords(detail) };
  const fails = FAILING.has(outcome) || (strict && STRICTLY.has(outcome));
  const message = `${name}: ${[ENGLISH.outcomeSentences[outcome], detail].filter((each) => each !== undefined).join(': ')}`;
  return { name, seconds: ms / 1000, ...(fails ? { failure: { type: outcome, message } } : {}) };
}

function problemWords({ problem }: ReportedRun): string | undefined {
  return problem && [problem.reason, problem.detail].filter((each) => each !== undefined).join(': ');
}

/** The host of an address, or the last word of a command that names a file: the same in the next run, unlike the recording's name. */
function nameOf(server: string): string | undefined {
  if (isUrl(server) && /^https?:/.test(server)) return new URL(server).host;
  const file = server.split(/\s+/).findLast((word) => /\.\w+$/.test(word));
  return file === undefined ? undefined : basename(file);
}
