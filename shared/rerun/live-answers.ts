/** Answers what a live server asks from the recording: its own requests, and results that ask for input. */
import { defined } from '#shared/base';
import { answerText, giveInput, policyAnswer, requestText } from '#shared/driver';
import type { IdKey } from '#shared/jsonrpc';
import type { AwaitedInput } from '#shared/session';
import { AnswerBook } from './answer-book.ts';
import { liveAnswer } from './answer-values.ts';
import { isHarmless, onOneLine } from './consent.ts';
import type { Answered, RecordedAnswer, Replaced, RerunPort } from './types.ts';

/** What the server gets where a recorded answer has no consent; of sampling, as 2025-11-25, client/sampling#error-handling says. */
const DECLINED = { outcome: 'result', json: '{"action":"decline"}' } as const;
const WITHHELD = { outcome: 'error', json: '{"code":-1,"message":"There is no consent to answer"}' } as const;

/** Times that one operation is given input; a server may ask for ever. */
const MOST_ROUNDS = 20;

export class LiveAnswers {
  readonly answered: Answered[] = [];
  readonly replaced: Replaced[] = [];
  readonly #book: AnswerBook;
  readonly #port: RerunPort;
  readonly #send: (text: string) => void;
  readonly #takeId: () => number;
  readonly #agreed: boolean;
  /** Operations that wait for input which the recording does not have. */
  readonly #stuck = new Set<number>();

  constructor(
    recorded: readonly RecordedAnswer[],
    port: RerunPort,
    {
      send,
      takeId,
      agreed,
    }: {
      readonly send: (text: string) => void;
      readonly takeId: () => number;
      /** There is consent to every recorded answer. */
      readonly agreed: boolean;
    },
  ) {
    this.#book = new AnswerBook(recorded);
    this.#port = port;
    this.#send = send;
    this.#takeId = takeId;
    this.#agreed = agreed;
  }

  /** True for an operation that will not go on. */
  isStuck(op: number): boolean {
    return this.#stuck.has(op);
  }

  /** The server sent a request in event `s`. What the policy answers or refuses is none of the run's. */
  request(s: number, key: IdKey, method: string, params: unknown): void {
    if (policyAnswer(method, params, this.#port.policy) !== undefined) return;
    const answer = this.#find(s, method, params);
    if (answer) this.#send(answerText(key, answer.outcome, answer.json));
  }

  /** An operation waits for input. */
  input(awaits: AwaitedInput): void {
    const { log, policy, client } = this.#port;
    const responses: [string, string][] = [];
    for (const [key, { method, params }] of Object.entries(awaits.requests)) {
      const own = policyAnswer(method, params, policy);
      const answer = typeof own === 'string' ? { outcome: 'result', json: own } : this.#find(awaits.s, method, params);
      if (answer?.outcome === 'result') responses.push([key, answer.json]);
    }
    const whole = responses.length === Object.keys(awaits.requests).length;
    if (!whole || (awaits.pending.rounds ?? 0) >= MOST_ROUNDS) {
      this.#stuck.add(awaits.op);
      return;
    }
    const id = this.#takeId();
    for (const command of giveInput({ ...log.state, nextId: id }, awaits, Object.fromEntries(responses))) {
      if (command.do === 'send') this.#send(command.text);
      if (command.do === 'request')
        this.#send(requestText({ state: log.state, policy, client }, command.method, command.params, { id }));
    }
  }

  /** The recorded answer, or a refusal without consent; undefined where the recording left the request unanswered, or lacks it. */
  #find(s: number, method: string, params: unknown): RecordedAnswer['answer'] {
    const { from, recorded } = this.#book.find(method, params);
    const withheld = recorded?.answer && !this.#agreed && !isHarmless(method, recorded.answer);
    this.answered.push({ s, method, from: withheld ? 'withheld' : from, ...defined({ recordedS: recorded?.s }) });
    if (withheld) return method === 'elicitation/create' ? DECLINED : WITHHELD;
    if (!recorded?.answer) return undefined;
    const { outcome, json } = recorded.answer;
    const given = liveAnswer(json, recorded.params, params);
    this.replaced.push(...given.replaced.map((each) => ({ s: recorded.s, ...each })));
    return { outcome, json: onOneLine(given.json) };
  }
}
