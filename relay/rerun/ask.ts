/** Asks the person at the terminal what of a plan may go out, and whether what a recording names may be connected to. */
import { createInterface } from 'node:readline/promises';
import { ANSWERS, answersToAgree, type RerunPlan, type SendStep } from '#shared/rerun';
import { answerLines, answerWords, consentWords, sentWords } from './words.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Ctrl+C was typed: what is read key by key reaches no program as a signal. */
  readonly interrupt: () => void;
}

const OWN: Terminal = {
  input: process.stdin,
  output: process.stderr,
  interrupt: () => process.kill(process.pid, 'SIGINT'),
};

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

const isYes = (answer: string): boolean => /^y(?:es)?$/.test(answer);

/** The steps that need consent whatever the live server says of its tools. */
export const needConsent = ({ steps }: RerunPlan): SendStep[] =>
  steps.filter((step): step is SendStep => step.do === 'send' && step.consent !== undefined && step.consent !== 'call');

type Question = ReturnType<typeof stepQuestion>;

const stepQuestion = (step: SendStep) => ({
  s: step.s,
  text: `Send ${sentWords(step)} (${consentWords(step)})?`,
});

const answersQuestion = (plan: RerunPlan): string =>
  `Send the server the recorded responses (${answerWords(plan)})? It may act on them.`;

/** The questions of a plan: what needs consent whatever the live server says, the recorded answers last. */
export function planQuestions(plan: RerunPlan): Question[] {
  const questions = needConsent(plan).map(stepQuestion);
  if (answersToAgree(plan).length === 0) return questions;
  return [...questions, { s: ANSWERS, text: [...answerLines(plan), answersQuestion(plan)].join('\n') }];
}

/** Asks each, or once for the rest. Gives the events that may go out. Ctrl+D declines the rest, Ctrl+C interrupts. */
export async function askConsent(
  questions: readonly Question[],
  signal: AbortSignal,
  terminal: Terminal = OWN,
): Promise<ReadonlySet<number>> {
  const agreed = new Set<number>();
  let rest = false;
  await asking(terminal, async (ask) => {
    for (const { s, text } of questions) {
      if (!rest) {
        const answer = await ask(`${text} [y/N, a = yes to all] `, signal);
        rest = /^a(?:ll)?$/.test(answer);
        if (!rest && !isYes(answer)) continue;
      }
      agreed.add(s);
    }
  });
  return agreed;
}

/** Consent in the course of a run, for steps that the live list made doubtful. What was said once holds for a second run too. */
export function runConsent(
  signal: AbortSignal,
  terminal: Terminal = OWN,
): (steps: readonly SendStep[]) => Promise<ReadonlySet<number>> {
  const said = new Map<number, boolean>();
  return async (steps) => {
    const open = steps.filter(({ s }) => !said.has(s));
    const agreed = open.length === 0 ? new Set<number>() : await askConsent(open.map(stepQuestion), signal, terminal);
    for (const { s } of open) said.set(s, agreed.has(s));
    return new Set(steps.flatMap(({ s }) => (said.get(s) ? [s] : [])));
  };
}

/** Ask one question that is answered with yes or no, no being the default. */
export async function askYes(text: string, signal: AbortSignal, terminal: Terminal = OWN): Promise<boolean> {
  let yes = false;
  await asking(terminal, async (ask) => {
    yes = isYes(await ask(`${text} [y/N] `, signal));
  });
  return yes;
}

/** Carry out `questions` at the terminal; what is not answered when the input ends stays unanswered. */
async function asking(
  { input, output, interrupt }: Terminal,
  questions: (ask: (text: string, signal: AbortSignal) => Promise<string>) => Promise<void>,
): Promise<void> {
  const lines = createInterface({ input, output, terminal: true });
  lines.on('SIGINT', interrupt);
  try {
    await questions(async (text, signal) => (await lines.question(text, { signal })).trim().toLowerCase());
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  } finally {
    lines.close();
  }
}
