/** Who agrees to what needs consent: the command line, a person at the terminal, or nobody. */
import type { RerunOptions, RerunPlan, SendStep } from '#shared/rerun';
import { counted } from '#shared/words';
import type { CommandIo } from '../command/index.ts';
import type { RerunRequest } from './args.ts';
import { askConsent, canAsk, stepsNeedingConsent, planQuestions, consentDuringRun } from './ask.ts';
import { answerWords, consentWords, listed, stepName } from './words.ts';

export interface Consents extends Pick<RerunOptions, 'consent' | 'ask'> {
  /** Why the run was stopped for want of somebody to ask, once it was. */
  readonly stopped: () => string | undefined;
}

/** Reasons that only the live server's list gives. */
const OF_LIVE_LIST: readonly (SendStep['consent'] | undefined)[] = ['tool-may-change', 'tool-unclear', 'unknown-tool'];

/** What has consent before the run, and how it is asked for in its course; or a sentence, where nobody can be asked. */
export async function consentOf(
  { consent }: Pick<RerunRequest, 'consent'>,
  plan: RerunPlan,
  { signal }: Pick<CommandIo, 'signal'>,
): Promise<Consents | string> {
  const stopped = (): undefined => undefined;
  if (consent === 'all') return { consent: 'all', stopped };
  if (consent === 'none') return { consent: new Set(), stopped };
  const questions = planQuestions(plan);
  if (canAsk()) {
    const agreed = questions.length > 0 ? await askConsent(questions, signal) : new Set<number>();
    return { consent: agreed, ask: consentDuringRun(signal), stopped };
  }
  if (questions.length > 0) return `Nothing was sent. ${missing(plan, stepsNeedingConsent(plan), answerWords(plan))}`;
  let why: string | undefined;
  const ask = (steps: readonly SendStep[]): Promise<'stop'> => {
    why = `The run was stopped. ${missing(plan, steps, '')}`;
    return Promise.resolve('stop');
  };
  return { consent: new Set(), ask, stopped: () => why };
}

/** What would be left out, and which option says what is wanted. */
function missing({ steps: all }: RerunPlan, steps: readonly SendStep[], answers: string): string {
  const names = steps.map((step) => `${stepName(step)} (${consentWords(step)})`);
  const count = steps.length === 1 ? '1 step needs' : `${steps.length} steps need`;
  const calls = all.filter((step) => step.do === 'send' && step.consent === 'call').length;
  // Once the live list was read, each has a reason of its own.
  const open = calls > 0 && !steps.some(({ consent }) => OF_LIVE_LIST.includes(consent));
  const parts = [
    ...(steps.length > 0 ? [`Of ${counted(all.length, 'step')}, ${count} consent: ${listed(names)}.`] : []),
    ...(open ? [`Calls that need it too, unless the server marks the tool as read-only: ${calls}.`] : []),
    ...(answers === '' ? [] : [`Recorded responses need consent: ${answers}.`]),
  ];
  return `${parts.join(' ')} Without a terminal you can’t be asked: --yes consents to everything, --read-only skips these.`;
}
