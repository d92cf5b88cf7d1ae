/** The regions of the page, for the keyboard: from one to the next with F6, and to the tabs of the one that has the keyboard. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';

const REGIONS =
  'header, nav, aside, main section[aria-label], main section[aria-labelledby], main [role=listbox], main [role=treegrid], footer';
const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

/** Where there is something to reach, in the order of the page; of regions in one another the outermost. */
function regions(): HTMLElement[] {
  const there = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    (each) => each.checkVisibility() && each.closest('[inert]') === null && stopOf(each) !== undefined,
  );
  return there.filter((each) => !there.some((other) => other !== each && other.contains(each)));
}

/** Where the keyboard begins in a region: at what is chosen in it, or else at the first that takes it. */
function stopOf(region: HTMLElement): HTMLElement | undefined {
  if (region.tabIndex >= 0) return region;
  const stops = [...region.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility(),
  );
  return stops.find((each) => each.matches('[aria-selected=true], [aria-current=page]')) ?? stops[0];
}

function move(by: 1 | -1): void {
  const all = regions();
  const at = all.findIndex((each) => each.contains(document.activeElement));
  const region = all.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by + all.length) % all.length);
  if (region) stopOf(region)?.focus();
}

/** Open tab `nth` (from 1) of the region that has the keyboard; of the last region with tabs where that one has none: the details. */
function openTab(nth: number): void {
  const all = regions();
  const own = all.filter((each) => each.contains(document.activeElement));
  const tabs = [...own, ...all.toReversed()].map((each) => each.querySelectorAll<HTMLElement>('[role=tab]'));
  tabs.find(({ length }) => length > 0)?.[nth - 1]?.focus();
}

export function regionCommands(): Command[] {
  const t = (): typeof words.now.palette => words.now.palette;
  // A dialog keeps the keyboard.
  const when = (): boolean => document.querySelector('[role=dialog]') === null;
  return [
    { id: 'region.next', title: () => t().nextRegion, keys: ['F6'], listed: false, when, run: () => move(1) },
    {
      id: 'region.previous',
      title: () => t().previousRegion,
      keys: ['Shift+F6'],
      listed: false,
      when,
      run: () => move(-1),
    },
    {
      id: 'region.tab',
      title: () => t().tab,
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      keysShown: '1 … 9',
      listed: false,
      when,
      run: (key) => openTab(Number(key)),
    },
  ];
}
