/** Asks the person at the terminal which of a plan's steps may change something. */
import { createInterface } from 'node:readline/promises';
import type { RerunPlan, SendStep } from '#shared/rerun';
import { argumentWords, consentWords, stepName } from './words.ts';

/** Where a person is asked. */
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

/** True when somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** The steps that need consent. */
export const needConsent = ({ steps }: RerunPlan): SendStep[] =>
  steps.filter((step): step is SendStep => step.do === 'send' && step.consent !== undefined);

/**
 * Ask for each step that needs it, or for all of the rest at once. Gives the events of those that may go out; the end of the
 * input (Ctrl+D) says no to what is left, and Ctrl+C interrupts the program.
 */
export async function askConsent(
  plan: RerunPlan,
  signal: AbortSignal,
  { input, output, interrupt }: Terminal = OWN,
): Promise<'all' | ReadonlySet<number>> {
  const lines = createInterface({ input, output, terminal: true });
  lines.on('SIGINT', interrupt);
  const agreed = new Set<number>();
  let rest = false;
  try {
    for (const step of needConsent(plan)) {
      if (!rest) {
        const question = `Send ${stepName(step)}${argumentWords(step)}? ${consentWords(step)} (y, N, a for all that follow) `;
        const answer = (await lines.question(question, { signal })).trim().toLowerCase();
        rest = answer === 'a';
        if (!rest && answer !== 'y') continue;
      }
      agreed.add(step.s);
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  } finally {
    lines.close();
  }
  return agreed;
}
