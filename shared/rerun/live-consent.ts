/** Decides in the live session whether a step goes out: by the consent that was given, else by what would really be sent. */
import { sendReason } from './consent.ts';
import type { LiveLists } from './live-lists.ts';
import type { ConsentReason, RerunOptions, RerunStep, SendStep } from './types.ts';

export class LiveConsent {
  /** Steps that need consent by what the live server says, and why. */
  readonly refused = new Map<RerunStep, ConsentReason>();
  readonly #options: Pick<RerunOptions, 'consent' | 'ask'>;
  readonly #lists: LiveLists;
  readonly #given = new Set<number>();
  readonly #asked = new Set<number>();
  #all = false;

  constructor(options: Pick<RerunOptions, 'consent' | 'ask'>, lists: LiveLists) {
    this.#options = options;
    this.#lists = lists;
  }

  agreed({ s }: SendStep): boolean {
    const { consent } = this.#options;
    return this.#all || consent === 'all' || consent.has(s) || this.#given.has(s);
  }

  /** False for a step that the plan alone rules out. */
  mayBegin(step: SendStep): boolean {
    return step.consent === undefined || step.consent === 'call' || this.agreed(step);
  }

  /** Whether a step that sends `text` may go out by what is known now, without asking anyone. */
  allows(step: SendStep, text: string): boolean {
    return this.agreed(step) || sendReason(step, text, this.#lists.knownMarks) === undefined;
  }

  /** The same once the live list was read, and a person asked where somebody can be. `rest` are the steps after it. */
  async decide(step: SendStep, text: string, rest: readonly RerunStep[]): Promise<'send' | 'leave-out' | 'stop'> {
    if (this.agreed(step)) return 'send';
    const reason = sendReason(
      step,
      text,
      sendReason(step, text) === 'call' ? await this.#lists.toolMarks() : undefined,
    );
    if (reason === undefined) return 'send';
    this.refused.set(step, reason);
    const { ask } = this.#options;
    if (!ask || this.#asked.has(step.s)) return 'leave-out';
    const doubtful = [{ ...step, raw: text, consent: reason }, ...this.#doubtful(rest)];
    for (const { s } of doubtful) this.#asked.add(s);
    const given = await ask(doubtful);
    if (given === 'stop') return 'stop';
    if (given === 'all') this.#all = true;
    else for (const s of given) this.#given.add(s);
    return this.agreed(step) ? 'send' : 'leave-out';
  }

  /** Calls among `steps` that the list as it is now does not allow. */
  #doubtful(steps: readonly RerunStep[]): SendStep[] {
    return steps.flatMap((step) => {
      if (step.do !== 'send' || step.consent !== 'call' || this.agreed(step) || this.#asked.has(step.s)) return [];
      const consent = sendReason(step, step.raw, this.#lists.knownMarks);
      return consent === undefined ? [] : [{ ...step, consent }];
    });
  }
}
