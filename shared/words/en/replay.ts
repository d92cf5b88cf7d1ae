import type { ConsentReason, HandleEvidence, LeftOutReason, UnboundReason } from '#shared/rerun';

/** Words of a plan to run a recording again. */
export const replay = {
  /** Why a step needs a person's consent. */
  consent: {
    call: 'unless the server marks the tool readOnlyHint',
    'tool-may-change': 'the server does not mark the tool readOnlyHint',
    'unknown-tool': 'the server’s list does not have the tool, or cannot be read',
    'may-change': 'the method may change something',
    'unknown-method': 'no revision says what the method does',
    answer: 'it answers the server, which may act on it',
    http: 'the recording says with which headers or HTTP method it is sent',
    unclear: 'it cannot be read as one message in one way',
  } as { readonly [reason in ConsentReason]: string },
  /** Why a recorded message is not a step. */
  leftOut: {
    opening: 'the session opens by itself',
    listening: 'the session listens by itself',
    task: 'tasks are followed by themselves',
    closing: 'the session closes by itself',
    answer: 'given from the recording when the server asks',
    input: 'given from the recording when the server asks for input',
    timeout: 'follows when the time is over again',
    resent: 'was sent again once authorized',
  } as { readonly [reason in LeftOutReason]: string },
  /** Why a value is taken for one that the server gave. */
  evidence: {
    value: 'the server made it up',
    name: 'an id by its name',
    label: 'the text calls it so',
    declared: 'declared',
  } as { readonly [evidence in HandleEvidence]: string },
  /** Why a declared binding is not used. */
  unbound: {
    unreadable: () => 'it is neither like “1 /result/structuredContent/id -> 3 note” nor like “owner: me”',
    'no-step': (step) => `no message is sent at step ${step}`,
    'too-late': () => 'the response comes after the step that needs it',
    exact: (step) => `step ${step} goes out with its exact bytes`,
    'no-answer': (step) => `step ${step} expects no response`,
    'no-argument': (step, at) => `step ${step} has no text or number at ${at}`,
    'no-source': (step, at) => `the recorded response to step ${step} has no text or number at ${at}`,
    'not-a-number': (step, at) => `${at} of step ${step} is a number`,
    unused: (_, at) => `no step has an argument “${at}” that is a text or a number`,
  } as { readonly [reason in UnboundReason]: (step: number, at: string) => string },
};
