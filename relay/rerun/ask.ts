/**
 * Consent prompts of `rerun` on the terminal: which steps of a plan may be sent, and whether to connect to the recorded
 * target.
 */
import { createInterface } from 'node:readline/promises';
import { ANSWERS, answersToAgree, type RerunPlan, type SendStep } from '#shared/rerun';
import { answerLines, answerWords, consentWords, sentWords } from './words.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Called on Ctrl+C. While readline has the terminal in raw mode, Ctrl+C raises no SIGINT. */
  readonly interrupt: () => void;
}

const PROCESS_TERMINAL: Terminal = {
  input: process.stdin,
  output: process.stderr,
  interrupt: () => process.kill(process.pid, 'SIGINT'),
};

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

const isYes = (answer: string): boolean => /^y(?:es)?$/.test(answer);

/** The steps that need consent however the live server annotates its tools: `call` steps depend on the annotations. */
export const stepsNeedingConsent = ({ steps }: RerunPlan): SendStep[] =>
  steps.filter((step): step is SendStep => step.do === 'send' && step.consent !== undefined && step.consent !== 'call');

type Question = ReturnType<typeof stepQuestion>;

const stepQuestion = (step: SendStep) => ({
  s: step.s,
  text: `Send ${sentWords(step)} (${consentWords(step)})?`,
});

const answersQuestion = (plan: RerunPlan): string =>
  `Send the server the recorded responses (${answerWords(plan)})? It may act on them.`;

/**
 * The questions to ask before the run: one for each step that needs consent, then one for all recorded responses
 * (`ANSWERS`).
 */
export function planQuestions(plan: RerunPlan): Question[] {
  const questions = stepsNeedingConsent(plan).map(stepQuestion);
  if (answersToAgree(plan).length === 0) return questions;
  return [...questions, { s: ANSWERS, text: [...answerLines(plan), answersQuestion(plan)].join('\n') }];
}

/**
 * Asks the questions in order; the answer “a” is yes to this and all later ones. Returns the `s` of those agreed to.
 * Ctrl+D declines this and all later ones, Ctrl+C interrupts.
 */
export async function askConsent(
  questions: readonly Question[],
  signal: AbortSignal,
  terminal: Terminal = PROCESS_TERMINAL,
): Promise<ReadonlySet<number>> {
  const agreed = new Set<number>();
  let yesToAll = false;
  await withPrompt(terminal, async (ask) => {
    for (const { s, text } of questions) {
      if (!yesToAll) {
        const answer = await ask(`${text} [y/N, a = yes to all] `, signal);
        yesToAll = /^a(?:ll)?$/.test(answer);
        if (!yesToAll && !isYes(answer)) continue;
      }
      agreed.add(s);
    }
  });
  return agreed;
}

/**
 * Makes the prompt for consent during a run: for steps that need it only after the live `tools/list`. Each step is
 * asked about once; the answer is remembered for a second run.
 */
export function consentDuringRun(
  signal: AbortSignal,
  terminal: Terminal = PROCESS_TERMINAL,
): (steps: readonly SendStep[]) => Promise<ReadonlySet<number>> {
  const decisions = new Map<number, boolean>();
  return async (steps) => {
    const undecided = steps.filter(({ s }) => !decisions.has(s));
    const agreed =
      undecided.length === 0 ? new Set<number>() : await askConsent(undecided.map(stepQuestion), signal, terminal);
    for (const { s } of undecided) decisions.set(s, agreed.has(s));
    return new Set(steps.flatMap(({ s }) => (decisions.get(s) ? [s] : [])));
  };
}

/** Asks one yes-no question. True only for yes: no is the default. */
export async function askYesNo(
  text: string,
  signal: AbortSignal,
  terminal: Terminal = PROCESS_TERMINAL,
): Promise<boolean> {
  let yes = false;
  await withPrompt(terminal, async (ask) => {
    yes = isYes(await ask(`${text} [y/N] `, signal));
  });
  return yes;
}

/**
 * Runs `dialog` with a prompt on the terminal. An abort, or the end of the input (Ctrl+D), ends the dialog without an
 * error.
 */
async function withPrompt(
  { input, output, interrupt }: Terminal,
  dialog: (ask: (text: string, signal: AbortSignal) => Promise<string>) => Promise<void>,
): Promise<void> {
  const prompt = createInterface({ input, output, terminal: true });
  prompt.on('SIGINT', interrupt);
  try {
    await dialog(async (text, signal) => (await prompt.question(text, { signal })).trim().toLowerCase());
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  } finally {
    prompt.close();
  }
}
