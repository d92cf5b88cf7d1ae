/** One stop of the Tab key for a list: arrow keys, Home and End move among its entries. */
import { rowMove } from './row-geometry.ts';

/** An attachment of a list, whose entries this selector names. What else is in an entry is reached from it with Tab. */
export function roving(selector: string): (list: HTMLElement) => () => void {
  return (list) => {
    const entries = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(selector)];
    const settle = (chosen?: HTMLElement): void => {
      const all = entries();
      const stop = chosen ?? all.find((each) => each.tabIndex === 0 && each.dataset['stop'] === '') ?? all[0];
      for (const each of all) {
        each.tabIndex = each === stop ? 0 : -1;
        if (each === stop) each.dataset['stop'] = '';
        else delete each.dataset['stop'];
        // Buttons of an entry are reached from it, and not from the others.
        for (const beside of each.parentElement?.querySelectorAll<HTMLElement>('button') ?? [])
          if (beside !== each) beside.tabIndex = each === stop ? 0 : -1;
      }
    };
    const onfocus = ({ target }: FocusEvent): void => {
      const entry = entries().find((each) => each.parentElement?.contains(target as Node));
      if (entry) settle(entry);
    };
    const onkeydown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const all = entries();
      const at = all.indexOf(event.target as HTMLElement);
      const to = at < 0 ? undefined : rowMove(event.key, at, { rows: all.length, row: 1, height: 10 });
      if (to === undefined) return;
      event.preventDefault();
      all[to]?.focus();
    };
    settle();
    const observer = new MutationObserver(() => settle());
    observer.observe(list, { childList: true, subtree: true });
    list.addEventListener('focusin', onfocus);
    list.addEventListener('keydown', onkeydown);
    return () => {
      observer.disconnect();
      list.removeEventListener('focusin', onfocus);
      list.removeEventListener('keydown', onkeydown);
    };
  };
}
