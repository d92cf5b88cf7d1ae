/** Answers what a live server asks from the recording: its own requests, and results that ask for input. */
import { defined } from '#shared/base';
import { equalText, groupByKey, Taken } from '#shared/compare';
import { answerText, giveInput, policyAnswer, requestText } from '#shared/driver';
import { type IdKey, isObject, splice } from '#shared/jsonrpc';
import type { AwaitedInput } from '#shared/session';
import { isHarmless, onOneLine } from './consent.ts';
import { isHeld } from './handle-keys.ts';
import { valueAt, walkLeaves } from './leaves.ts';
import { tokensIn, isOpaque } from './opaque.ts';
import type { Answered, RecordedAnswer, Replaced, RerunPort } from './types.ts';

/** What the server gets where a recorded answer has no consent; of sampling, as 2025-11-25, client/sampling#error-handling says. */
const DECLINED = { outcome: 'result', json: '{"action":"decline"}' } as const;
const WITHHELD = { outcome: 'error', json: '{"code":-1,"message":"There is no consent to answer"}' } as const;

/** Of input for one operation; a server may ask for ever. */
const MAX_ROUND_COUNT = 20;

interface LiveAnswersOptions {
  readonly send: (text: string) => void;
  readonly takeId: () => number;
  /** There is consent to every recorded answer. */
  readonly agreed: boolean;
}

export class LiveAnswers {
  readonly answered: Answered[] = [];
  readonly replaced: Replaced[] = [];
  readonly #find: ReturnType<typeof answerBook>;
  readonly #port: RerunPort;
  readonly #options: LiveAnswersOptions;
  /** Operations that wait for input which the recording does not have. */
  readonly #stuck = new Set<number>();

  constructor(recorded: readonly RecordedAnswer[], port: RerunPort, options: LiveAnswersOptions) {
    this.#find = answerBook(recorded);
    this.#port = port;
    this.#options = options;
  }

  isStuck(op: number): boolean {
    return this.#stuck.has(op);
  }

  /** The server sent a request in event `s`. What the policy answers or refuses is none of the run's. */
  request(s: number, key: IdKey, method: string, params: unknown): void {
    if (policyAnswer(method, params, this.#port.policy) !== undefined) return;
    const answer = this.#answer(s, method, params);
    if (answer) this.#options.send(answerText(key, answer.outcome, answer.json));
  }

  input(awaits: AwaitedInput): void {
    const { log, policy, client } = this.#port;
    const responses: [string, string][] = [];
    for (const [key, { method, params }] of Object.entries(awaits.requests)) {
      const own = policyAnswer(method, params, policy);
      const answer =
        typeof own === 'string' ? { outcome: 'result', json: own } : this.#answer(awaits.s, method, params);
      if (answer?.outcome === 'result') responses.push([key, answer.json]);
    }
    const whole = responses.length === Object.keys(awaits.requests).length;
    if (!whole || (awaits.pending.rounds ?? 0) >= MAX_ROUND_COUNT) {
      this.#stuck.add(awaits.op);
      return;
    }
    const id = this.#options.takeId();
    for (const command of giveInput({ ...log.state, nextId: id }, awaits, Object.fromEntries(responses))) {
      if (command.do === 'send') this.#options.send(command.text);
      if (command.do === 'request')
        this.#options.send(requestText({ state: log.state, policy, client }, command.method, command.params, { id }));
    }
  }

  /** The recorded answer, or a refusal without consent; undefined where the recording left the request unanswered, or lacks it. */
  #answer(s: number, method: string, params: unknown): RecordedAnswer['answer'] {
    const { from, recorded } = this.#find(method, params);
    const withheld = recorded?.answer && !this.#options.agreed && !isHarmless(method, recorded.answer);
    this.answered.push({ s, method, from: withheld ? 'withheld' : from, ...defined({ recordedS: recorded?.s }) });
    if (withheld) return method === 'elicitation/create' ? DECLINED : WITHHELD;
    if (!recorded?.answer) return undefined;
    const { outcome, json } = recorded.answer;
    const given = liveAnswer(json, recorded.params, params);
    this.replaced.push(...given.replaced.map((each) => ({ s: recorded.s, ...each })));
    return { outcome, json: onOneLine(given.json) };
  }
}

/** Finds recorded answers to what the live server asks. */
function answerBook(answers: readonly RecordedAnswer[]) {
  const equal = groupByKey(answers, ({ method, params }) => keyOf(method, params));
  const byMethod = groupByKey(answers, ({ method }) => method);
  const taken = new Taken<RecordedAnswer>();
  /**
   * The answer to a request: the first unused one to an equal request, or the last when all were used; else that to the
   * request of the same method that is most alike: of the unused ones the first, or the last when all were used.
   */
  return (method: string, params: unknown) => {
    const list = equal.get(keyOf(method, params));
    const same = list && taken.take(list, true);
    if (same) return { from: 'equal' as const, recorded: same };
    const recorded = taken.takeNearest(byMethod.get(method) ?? [], params, (answer) => answer.params);
    return { from: recorded ? ('nearest' as const) : ('unknown' as const), recorded };
  };
}

/** Method and content, without `_meta`, the order of members, and values that a server makes up anew each time. */
function keyOf(method: string, params: unknown): string {
  const text = equalText(params, '_meta');
  let at = 0;
  let out = `${method}\0`;
  for (const token of tokensIn(text)) {
    out += `${text.slice(at, token.at)}‹›`;
    at = token.at + token.value.length;
  }
  return out + text.slice(at);
}

const MAX_DEPTH = 32;
type LiveReplaced = Omit<Replaced, 's'>;

/** The recorded answer `json` with the live counterparts of values that the server asked with. Takes any parameters. */
function liveAnswer(json: string, recorded: unknown, live: unknown) {
  const values = new Map<string, string>();
  pairValues(recorded, live, '', values, 0);
  if (values.size === 0) return { json, replaced: [] as LiveReplaced[] };
  const replaced: LiveReplaced[] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  walkLeaves(json, (leaf) => {
    if (leaf.kind !== 'string') return;
    const before = valueAt(json, leaf);
    const after = values.get(before);
    // A short value is another's where its name is another.
    if (after === undefined || !(isOpaque(before) || isHeld(leaf.name))) return;
    edits.push({ start: leaf.start, end: leaf.end, text: JSON.stringify(after) });
    replaced.push({ pointer: leaf.pointer(), before, after });
  });
  return { json: splice(json, edits), replaced };
}

/** Opaque values of the recorded parameters, each with the live value in the same place. */
function pairValues(one: unknown, other: unknown, name: string, values: Map<string, string>, depth: number): void {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one !== other && (isOpaque(one) || isHeld(name))) values.set(one, other);
  } else if (depth < MAX_DEPTH && isObject(one) && isObject(other)) {
    for (const [key, value] of Object.entries(one))
      if (key !== 'progressToken' && Object.hasOwn(other, key)) pairValues(value, other[key], key, values, depth + 1);
  }
}
