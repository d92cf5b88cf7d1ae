import type { Messages } from '../base/i18n/index.svelte.ts';
import { detailsWords } from './words/index.ts';

/** What was on, one name after the other; a step that this version does not know keeps its recorded name. */
export function stepNames(steps: readonly string[], { connect }: Messages): string {
  const known: { readonly [step: string]: unknown } = connect.steps;
  const nameOf = (step: string): string => {
    const words = Object.hasOwn(known, step) ? known[step] : undefined;
    return typeof words === 'object' && words !== null && 'name' in words ? String(words.name) : step;
  };
  return steps.map(nameOf).join(' · ') || detailsWords.now.none;
}
