/** Sampling by a language model: asks it for what the server wants sampled, and answers when all that was asked is there. */
import { errorText } from '#shared/base';
import type { EventBody } from '#shared/recording';
import type { SessionState } from '#shared/session';
import { answerText, giveInput, policyAnswer } from './answers.ts';
import type { Asked, Command } from './command.ts';
import type { ModelEndpoint, Policy } from './policy.ts';

/** Gives the JSON text of a sampling result. Rejects with a sentence when the model can't be had. */
export type AskModel = (endpoint: ModelEndpoint, params: unknown) => Promise<string>;

type Question = Extract<Command, { do: 'model' }>;

export interface ModelHost {
  readonly state: () => Readonly<SessionState>;
  readonly perform: (commands: readonly Command[]) => void;
  readonly report: (body: EventBody) => void;
}

/** Asked at once: an answer may cost something, and a server can ask for ever. */
export const MAX_MODEL_COUNT = 4;

export class ModelAnswers {
  readonly #ask: AskModel | undefined;
  readonly #host: ModelHost;
  /** Answers that wait for the rest of what was asked for with them, by the event that asked. */
  readonly #collected = new Map<number, Map<string, string>>();
  readonly #waiting: { readonly command: Question; readonly policy: Policy }[] = [];
  #running = 0;

  /** Without `ask` every request is left to the person. */
  constructor(ask: AskModel | undefined, host: ModelHost) {
    this.#ask = ask;
    this.#host = host;
  }

  /** Ask when it is its turn; the answer is sent when it is there. A failure is recorded, and the request is the person's to answer. */
  ask(command: Question, policy: Policy): void {
    if (!this.#ask) return;
    this.#waiting.push({ command, policy });
    if (this.#running >= MAX_MODEL_COUNT && !this.#host.state().slowed.has('questions'))
      this.#host.report({ k: 'connection', event: 'slowed', reason: 'questions' });
    this.#next();
  }

  #next(): void {
    while (this.#ask && this.#running < MAX_MODEL_COUNT) {
      const next = this.#waiting.shift();
      if (!next) return;
      const { endpoint, params, answers } = next.command;
      if (!this.#isWanted(answers)) continue;
      this.#running++;
      void this.#ask(endpoint, params)
        .then(
          (json) => this.#answer(answers, json, next.policy),
          (error: unknown) =>
            this.#host.report({
              k: 'connection',
              event: 'problem',
              reason: 'model-failed',
              detail: errorText(error),
            }),
        )
        .finally(() => {
          this.#running--;
          this.#next();
        });
    }
  }

  /** False once the person or the server has ended it, or asked anew: an answer would be for nobody. */
  #isWanted(asked: Asked): boolean {
    const state = this.#host.state();
    return 'key' in asked ? state.pending.has(`s2c:${asked.key}`) : state.awaited.get(asked.op)?.s === asked.s;
  }

  #answer(asked: Asked, json: string, policy: Policy): void {
    const state = this.#host.state();
    const isWanted = this.#isWanted(asked);
    if ('key' in asked) {
      if (isWanted) this.#host.perform([{ do: 'send', text: answerText(asked.key, 'result', json) }]);
      return;
    }
    const awaits = state.awaited.get(asked.op);
    if (!awaits || !isWanted) return void this.#collected.delete(asked.s);
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
