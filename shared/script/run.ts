/** How a script goes on: a fold of what the session has seen, without a clock or a connection of its own. */
import type { ScriptStep } from './parse.ts';

export interface ScriptRun {
  /** Step that is taken or waited for; the number of steps when the script is through. */
  readonly at: number;
  /** Since when the step waits, in milliseconds. */
  readonly since?: number;
  /** How many messages the script has sent. */
  readonly sent: number;
  /** Event from which on a method that is waited for counts: what the last message causes may come before the wait for it. */
  readonly from: number;
}

export interface ScriptFacts {
  /** Milliseconds of any clock that goes forward. */
  readonly now: number;
  readonly events: number;
  /** Whether message number `index` is answered. What wants no answer is, once written; what is on its way is not. */
  readonly answered: (index: number) => boolean;
  /** First event, not before `from`, in which the server sent this method; undefined when there is none yet. */
  readonly seen: (method: string, from: number) => number | undefined;
}

export type ScriptAction =
  | { readonly do: 'send'; readonly step: Extract<ScriptStep, { do: 'send' | 'bytes' }> }
  /** Ask again when something happened, at the latest after `ms` milliseconds. */
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'end' }
  | { readonly do: 'late' };

/** A run that has taken no step; `events` is the number of events there are. */
export function scriptStart(events: number): ScriptRun {
  return { at: 0, sent: 0, from: events };
}

/** The next action of a run, and the run after it. Ask again after a `send`, and when a `wait` is over. */
export function nextAction(
  steps: readonly ScriptStep[],
  begun: ScriptRun,
  facts: ScriptFacts,
): { readonly run: ScriptRun; readonly action: ScriptAction } {
  let run = begun;
  for (;;) {
    const step = steps[run.at];
    if (!step) return { run, action: { do: 'end' } };
    const { at, sent } = run;
    if (step.do === 'send' || step.do === 'bytes')
      return { run: { at: at + 1, sent: sent + 1, from: facts.events }, action: { do: 'send', step } };
    const since = run.since ?? facts.now;
    const over = whenOver(step, { ...run, since }, facts);
    if (over === undefined) {
      const left = since + (step.do === 'pause' ? step.ms : step.limitMs) - facts.now;
      return { run: { ...run, since }, action: left > 0 ? { do: 'wait', ms: left } : { do: 'late' } };
    }
    run = { at: at + 1, sent, from: over };
  }
}

/** Undefined while a step waits; else the event from which on the next one counts. */
function whenOver(
  step: Exclude<ScriptStep, { do: 'send' | 'bytes' }>,
  { since, sent, from }: ScriptRun & { readonly since: number },
  { now, answered, seen }: ScriptFacts,
): number | undefined {
  switch (step.do) {
    case 'pause':
      return now - since >= step.ms ? from : undefined;
    case 'answer':
      return sent === 0 || answered(sent - 1) ? from : undefined;
    case 'answers':
      for (let index = 0; index < sent; index++) if (!answered(index)) return undefined;
      return from;
    case 'method': {
      const event = seen(step.method, from);
      return event === undefined ? undefined : event + 1;
    }
  }
}
