/** What a link to a resource inside a result leads to, where somebody can follow it. */
import { getContext, setContext } from 'svelte';

type Follow = (uri: string) => void;

const KEY = Symbol('follow a resource link');

/** Say how links in the results below are followed. Call while a component is made. */
export function followLinks(follow: Follow): void {
  setContext(KEY, follow);
}

/** How a link here is followed; undefined where nobody can. Call while a component is made. */
export const linkFollower = (): Follow | undefined => getContext<Follow | undefined>(KEY);
