/** Completion of one argument (server/utilities/completion), asked after a rest. It never holds up what is typed. */
import { isObject, textMember, unescapeName } from '#shared/jsonrpc';
import type { FormHints, Suggestions } from '../ui/form/form-context.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { answerOf } from './answer.ts';
import { completes, completionParams, type CompletionRef } from './completion-params.ts';
import { operationSent, sendCancel, sendRequest, type Sent } from '../session/send.ts';
import { stringsOf } from './strings.ts';

const REST_MS = 200;

interface CompletionFacts {
  readonly view: SessionView;
  readonly ref: CompletionRef;
  readonly argument: string;
  readonly others: () => ReadonlyMap<string, string>;
}

class Completion implements Suggestions {
  readonly #facts: CompletionFacts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting = $state(false);
  #sent: Sent | undefined = $state.raw();
  readonly #answer = $derived.by(() => {
    const { view } = this.#facts;
    const operation = this.#sent && operationSent(view, this.#sent);
    return operation && answerOf(view.log, operation);
  });
  readonly #completion = $derived.by(() => {
    const result = this.#answer?.response?.result;
    return isObject(result) && isObject(result['completion']) ? result['completion'] : undefined;
  });

  constructor(facts: CompletionFacts) {
    this.#facts = facts;
  }

  get values(): readonly string[] {
    const values: unknown = this.#completion?.['values'];
    return Array.isArray(values)
      ? [...new Set((values as readonly unknown[]).filter((each): each is string => typeof each === 'string'))]
      : [];
  }
  get more(): boolean {
    return this.#completion?.['hasMore'] === true;
  }
  get waiting(): boolean {
    return this.#resting || (this.#sent !== undefined && this.#answer?.outcome === undefined);
  }
  get problem(): string | undefined {
    const error = this.#answer?.response?.error;
    return isObject(error) ? (textMember(error, 'message') ?? '') : undefined;
  }

  ask(typed: string): void {
    this.stop();
    this.#resting = true;
    this.#timer = setTimeout(() => this.#send(typed), REST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#resting = false;
    const { view } = this.#facts;
    const open = this.#sent && operationSent(view, this.#sent);
    if (open && open.closed === undefined && view.source.live) sendCancel(view, open.index);
    this.#sent = undefined;
  }

  #send(value: string): void {
    this.#resting = false;
    const { view, ref, argument, others } = this.#facts;
    // Completion is about the present: while the past is looked at, nobody is asked.
    if (!view.source.live || view.playback.head !== undefined) return;
    const params = completionParams(ref, { name: argument, value }, others(), view.log.state.revision);
    this.#sent = sendRequest(view, 'completion/complete', () => params);
  }
}

/** Completes these arguments, of which `text` holds the values, for as long as the component is there that calls this while it is made. */
export function completing(
  view: SessionView,
  ref: CompletionRef,
  names: readonly string[],
  text: () => string,
): { readonly hints: FormHints | undefined } {
  const facts = { view, ref, others: () => stringsOf(text()) };
  const all = new Map(names.map((argument) => [argument, new Completion({ ...facts, argument })]));
  // A pointer has one step: `/country`.
  const suggest = (pointer: string): Completion | undefined => all.get(unescapeName(pointer.slice(1)));
  // While the past is looked at, nobody is asked.
  const asks = $derived(view.source.live && view.playback.head === undefined && completes(view.state));
  const hints = $derived(asks ? { suggest } : undefined);
  $effect(() => () => all.forEach((each) => each.stop()));
  return {
    get hints() {
      return hints;
    },
  };
}
