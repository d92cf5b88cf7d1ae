/** Where a panel lets an open operation wait, what the server asks because of it can be answered in the same place. */
import { getContext, setContext, type Snippet } from 'svelte';

type Questions = Snippet<[op: number]>;

const KEY = Symbol('questions of the server');

/** Say how the questions of the server are shown in the panels below. Call while a component is made. */
export function giveQuestions(questions: Questions): void {
  setContext(KEY, questions);
}

/** How they are shown here; undefined where nothing can be answered. Call while a component is made. */
export const questionsHere = (): Questions | undefined => getContext<Questions | undefined>(KEY);
