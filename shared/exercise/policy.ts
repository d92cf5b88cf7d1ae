/** The policy of a session that nobody sits in front of: every question of the server has an answer. */
import { DEFAULT_POLICY, type Policy } from '#shared/driver';
import type { Answers } from './answers.ts';

/** Sent when a server asks for sampling and no answer was given. */
const CANNED = {
  role: 'assistant',
  content: { type: 'text', text: 'This answer was made up by a program; no model was asked.' },
  model: 'none',
  stopReason: 'endTurn',
};

/** A request may take this many times as long in all as without a sign of life. */
const TOTAL = 5;

export interface UnattendedOptions {
  readonly revision: string;
  /** Milliseconds without an answer or progress after which a request is given up. */
  readonly timeoutMs: number;
  readonly answers: Answers;
  /** Have the server send log messages about each request, where the revision asks for them so. */
  readonly log: boolean;
}

const givenForms = ({ elicitation = [] }: Answers): { readonly message: string; readonly answer: string }[] =>
  elicitation.map(({ message, answer }) => ({ message, answer: JSON.stringify(answer) }));

/** The steps that give these answers to the server, and no others: what the file does not have is left to who else answers. */
export function givenAnswers(answers: Answers): Partial<Policy> {
  const { roots, sampling, elicitation } = answers;
  return {
    ...(roots ? { answerRoots: true, roots } : {}),
    ...(sampling ? { sampling: { mode: 'auto', answer: JSON.stringify(sampling) } } : {}),
    ...(elicitation ? { elicitation: { mode: 'given', given: givenForms(answers) } } : {}),
  };
}

/** Answers as given; else form defaults, a canned sampling text, no roots, no URLs opened, other requests refused. */
export function unattendedPolicy({ revision, timeoutMs, answers, log }: UnattendedOptions): Policy {
  return {
    ...DEFAULT_POLICY,
    revision,
    // Nobody waits in front of a screen, and a server that is only slow must not pass for one that is old.
    probeMs: Math.ceil(timeoutMs / 2),
    roots: answers.roots ?? [],
    sampling: { mode: 'auto', answer: JSON.stringify(answers.sampling ?? CANNED) },
    elicitation: {
      mode: 'defaults',
      url: '{"action":"decline"}',
      given: givenForms(answers),
    },
    timeouts: { idleMs: timeoutMs, totalMs: timeoutMs * TOTAL, progressExtends: true },
    refuseAllBut: [],
    ...(log ? { logLevel: 'info' } : {}),
  };
}
