/** The fields of an event that carries no message, as names and values to show. */
import { textMember } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { eventFacts as factsInWords, type EventFact } from '#shared/words';
import { words } from '../base/i18n/all.ts';

/** Facts of an event; fields it does not have are left out. A message has none here. */
export function eventFacts(event: WireEvent): readonly EventFact[] {
  if (event.k === 'message') return [];
  const steps = event.k === 'connection' ? event.steps : undefined;
  const on = steps ? [{ name: words.now.connect.automatic, value: stepNames(steps), mono: false }] : [];
  return [...factsInWords(event, words.now), ...on];
}

/** What was on, one name after the other; a step that this version does not know keeps its recorded name. */
export function stepNames(steps: readonly string[]): string {
  const known: { readonly [step: string]: unknown } = words.now.connect.steps;
  const nameOf = (step: string): string => {
    return textMember(Object.hasOwn(known, step) ? known[step] : undefined, 'name') ?? step;
  };
  return steps.map(nameOf).join(' · ') || '–';
}
