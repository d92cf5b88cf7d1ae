/** The automatic steps of the session in which a recording is run again. */
import { defined } from '#shared/base';
import { DEFAULT_POLICY, policyAnswer, type Policy } from '#shared/driver';
import type { RerunPlan } from './plan.ts';

export interface RerunPolicyOptions {
  /** Milliseconds without an answer or progress after which a request is given up. */
  readonly timeoutMs?: number;
  /** Steps that a person wants otherwise, such as answers of their own. */
  readonly given?: Partial<Policy>;
}

/** A request may take this many times as long in all as without a sign of life. */
const TOTAL = 5;

/** The policy of a rerun: opens as recorded, at a fixed revision; server requests are answered from the recording, or refused. */
export function rerunPolicy(plan: RerunPlan, { timeoutMs = 30_000, given }: RerunPolicyOptions = {}): Policy {
  const { revision, handshake, listens, followsTasks, saysGoodbye, capabilities, logLevel } = plan;
  return {
    ...DEFAULT_POLICY,
    revision,
    handshake,
    probeMs: Math.ceil(timeoutMs / 2),
    discover: false,
    refresh: false,
    listen: listens && handshake,
    ping: true,
    answerRoots: false,
    sampling: { mode: 'ask' },
    elicitation: { mode: 'ask' },
    retryInput: false,
    // A recorded repetition is a step of the plan.
    retryHeaders: false,
    followTasks: followsTasks,
    refuseAllBut: [...new Set(plan.answers.map(({ method }) => method))],
    timeouts: { idleMs: timeoutMs, totalMs: timeoutMs * TOTAL, progressExtends: true },
    goodbye: saysGoodbye,
    ...defined({ capabilities, logLevel }),
    ...given,
  };
}

/** The plan without the recorded answers to what `policy` answers by itself. */
export function withoutAnswered(plan: RerunPlan, policy: Policy): RerunPlan {
  return {
    ...plan,
    answers: plan.answers.filter(({ method, params }) => policyAnswer(method, params, policy) === undefined),
  };
}
