/** Sampling by a language model: asks it for what the server wants sampled, and answers when all that was asked is there. */
import type { EventBody } from '#shared/recording';
import type { SessionState } from '#shared/session';
import { answerText, giveInput, policyAnswer } from './answers.ts';
import type { Asked, Command } from './command.ts';
import type { ModelEndpoint, Policy } from './policy.ts';

/** Gives the JSON text of a sampling result. Rejects with a sentence when the model can't be had. */
export type AskModel = (endpoint: ModelEndpoint, params: unknown) => Promise<string>;

export interface ModelHost {
  readonly state: () => Readonly<SessionState>;
  readonly perform: (commands: readonly Command[]) => void;
  readonly report: (body: EventBody) => void;
}

export class ModelAnswers {
  readonly #ask: AskModel | undefined;
  readonly #host: ModelHost;
  /** Answers that wait for the rest of what was asked for with them, by the event that asked. */
  readonly #collected = new Map<number, Map<string, string>>();

  /** Without `ask` every request is left to the person. */
  constructor(ask: AskModel | undefined, host: ModelHost) {
    this.#ask = ask;
    this.#host = host;
  }

  /** Ask; the answer is sent when it is there. A failure is recorded, and the request is the person's to answer. */
  ask({ endpoint, params, answers }: Extract<Command, { do: 'model' }>, policy: Policy): void {
    if (!this.#ask) return;
    this.#ask(endpoint, params).then(
      (json) => this.#answer(answers, json, policy),
      (error: unknown) =>
        this.#host.report({
          k: 'connection',
          event: 'problem',
          reason: 'model-failed',
          detail: error instanceof Error ? error.message : String(error),
        }),
    );
  }

  #answer(asked: Asked, json: string, policy: Policy): void {
    const state = this.#host.state();
    if ('key' in asked) {
      // The person or the server may have ended it in the meantime.
      if (state.pending.has(`s2c:${asked.key}`))
        this.#host.perform([{ do: 'send', text: answerText(asked.key, 'result', json) }]);
      return;
    }
    const awaits = state.awaited.get(asked.op);
    // Answered by hand, given up, or asked anew in the meantime.
    if (awaits?.s !== asked.s) return void this.#collected.delete(asked.s);
    const collected = this.#collected.get(asked.s) ?? new Map<string, string>();
    this.#collected.set(asked.s, collected.set(asked.input, json));
    for (const [key, { method, params }] of Object.entries(awaits.requests)) {
      const other = collected.has(key) ? undefined : policyAnswer(method, params, policy);
      if (typeof other === 'string') collected.set(key, other);
    }
    if (!Object.keys(awaits.requests).every((key) => collected.has(key))) return;
    this.#collected.delete(asked.s);
    this.#host.perform(giveInput(state, awaits, Object.fromEntries(collected)));
  }
}
