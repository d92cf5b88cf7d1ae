/** Why a declared binding can't be used, in words. */
import { visibleText } from '#shared/plain-text';
import type { Unbound, UnboundReason } from '#shared/rerun';

/** What a binding looks like. */
export const BINDING_FORMS = 'neither like “1 /result/structuredContent/id -> 3 note” nor like “owner: me”';

const WHY: { readonly [reason in UnboundReason]: (step: number, at: string) => string } = {
  unreadable: () => `it is ${BINDING_FORMS}`,
  'no-step': (step) => `no message is sent at step ${step}`,
  'too-late': () => 'the response comes after the step that needs it',
  exact: (step) => `step ${step} goes out with its exact bytes`,
  'no-answer': (step) => `step ${step} expects no response`,
  'no-argument': (step, at) => `step ${step} has no text or number at ${at}`,
  'no-source': (step, at) => `the recorded response to step ${step} has no text or number at ${at}`,
  'not-a-number': (step, at) => `${at} of step ${step} is a number`,
  unused: (_, at) => `no step has an argument “${at}” that is a text or a number`,
};

/** A sentence for a binding that can't be used. */
export const unboundWords = ({ text, reason, step = 0, at = '' }: Unbound): string =>
  visibleText(`The binding “${text}” is not used: ${WHY[reason](step, at)}.`);
