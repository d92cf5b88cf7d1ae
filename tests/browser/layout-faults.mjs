/** What is wrong with the layout of a page as it stands: text or controls that are cut off, or that lie over each other. */

/**
 * Runs in the page. Gives a sentence for each fault: text that something cuts without an ellipsis or that reaches beyond the
 * window where nothing scrolls, controls that are cut, and texts or controls that lie over each other. What is meant to lie
 * over something (dialogs, drawers, popups) hides what is below it, and that is then not looked at; nor are editors, pictures,
 * and what is hidden from screen readers because it repeats or decorates.
 */
export function layoutFaults() {
  const SLACK = 2;
  const CONTROL = 'button, a[href], input, select, textarea, summary, [role=tab], [role=slider], [role=button]';
  const APART =
    '.monaco-editor, svg, canvas, [aria-hidden=true], .visually-hidden, [inert], option, script, style, datalist';
  const { innerWidth, innerHeight } = window;
  const clips = (style, axis) => /hidden|clip/.test(style[`overflow${axis}`]);
  const scrolls = (style, axis) =>
    /auto|scroll/.test(style[`overflow${axis}`]) && (axis === 'Y' || style.scrollbarWidth !== 'none');
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const nameOf = (element) => {
    const said = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const where = element.closest('[aria-label]:not(button)')?.getAttribute('aria-label') ?? '';
    return `${element.tagName.toLowerCase()}.${[...element.classList].filter((each) => !each.startsWith('svelte-')).join('.')} “${said.trim().replace(/\s+/g, ' ').slice(0, 40)}” in “${where}”`;
  };
  const faults = [];

  /** The part of a box that can be seen, and what cuts it: nothing, an ellipsis, or something that only hides. */
  const visiblePart = (from, box) => {
    const seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    let fault;
    const scrollable = { X: false, Y: false };
    let fixed = false;
    for (let at = from; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      const room = at.getBoundingClientRect();
      for (const [axis, low, high] of [
        ['X', 'left', 'right'],
        ['Y', 'top', 'bottom'],
      ]) {
        if (fixed || at === document.body || (!clips(style, axis) && !/auto|scroll/.test(style[`overflow${axis}`])))
          continue;
        const partly = seen[high] > room[low] + SLACK && seen[low] < room[high] - SLACK;
        const over = Math.max(seen[high] - room[high], room[low] - seen[low]);
        if (over > SLACK && partly && !scrollable[axis]) {
          if (scrolls(style, axis)) scrollable[axis] = true;
          else if (axis === 'X' && style.textOverflow === 'ellipsis') scrollable.X = true;
          else fault ??= `${axis === 'X' ? 'width' : 'height'} cut by ${Math.round(over)}px by ${nameOf(at)}`;
        } else if (scrolls(style, axis)) scrollable[axis] = true;
        seen[low] = Math.max(seen[low], room[low]);
        seen[high] = Math.min(seen[high], room[high]);
      }
      if (style.position === 'fixed') fixed = true;
    }
    if (!scrollable.X && !fault && (seen.right > innerWidth + SLACK || seen.left < -SLACK) && seen.left < innerWidth)
      fault = `beyond the window by ${Math.round(Math.max(seen.right - innerWidth, -seen.left))}px`;
    return { seen, fault };
  };
  const small = ({ left, top, right, bottom }) => right - left < 3 || bottom - top < 3;
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** Whether a person sees this element there, and not something that lies over it. */
  const onTop = (element, { left, top, right, bottom }) => {
    const x = Math.min(innerWidth - 1, Math.max(0, (left + right) / 2));
    const y = Math.min(innerHeight - 1, Math.max(0, (top + bottom) / 2));
    const hit = document.elementsFromPoint(x, y).find((each) => each.closest(APART) === null);
    return !hit || hit === element || element.contains(hit) || hit.contains(element) || !covers(hit, element);
  };
  /** Lies over by intention: in another layer of the page. */
  const layerOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { position, zIndex } = styleOf(at);
      if (position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto')) return at;
    }
    return undefined;
  };
  const covers = (above, below) => {
    const layer = layerOf(above);
    return layer !== undefined && layer !== layerOf(below);
  };

  const places = [];
  const take = (element, box, what) => {
    if (small(box) || box.bottom < 0 || box.top > innerHeight) return;
    const { seen, fault } = visiblePart(what === 'text' ? element : element.parentElement, box);
    if (small(seen) || !onTop(element, seen)) return;
    if (fault) faults.push(`${what} ${fault}: ${nameOf(element)}`);
    places.push({ element, seen, layer: layerOf(element) });
  };
  for (const element of document.querySelectorAll(CONTROL)) {
    if (element.closest(APART) || !shown(element)) continue;
    take(element, element.getBoundingClientRect(), 'control');
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element || element.closest(APART) || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) take(element, box, 'text');
  }
  const inside = (one, other) => one.contains(other) || other.contains(one);
  const told = new Set();
  places.sort((a, b) => a.seen.top - b.seen.top);
  places.forEach((one, at) => {
    for (let next = at + 1; next < places.length && places[next].seen.top < one.seen.bottom - SLACK; next += 1) {
      const other = places[next];
      if (one.layer !== other.layer || inside(one.element, other.element)) continue;
      const x = Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left);
      const y = Math.min(one.seen.bottom, other.seen.bottom) - Math.max(one.seen.top, other.seen.top);
      if (x <= SLACK || y <= SLACK + 1) continue;
      // A label and its own field, a field and the control that it holds.
      if (one.element.closest('label') && one.element.closest('label') === other.element.closest('label')) continue;
      const fault = `overlap by ${Math.round(x)}×${Math.round(y)}px: ${nameOf(one.element)} and ${nameOf(other.element)}`;
      if (!told.has(fault)) faults.push(fault);
      told.add(fault);
    }
  });
  return [...new Set(faults)];
}

/** Choose the language of the page in its menu, whatever lies over that. */
export async function speak(page, language) {
  const press = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button')].find((each) => ['More', '更多'].includes(each.ariaLabel ?? ''))?.click(),
    );
  await press();
  const select = page.locator('select', { has: page.locator('option[value=zh-CN]') });
  await select.waitFor({ state: 'attached' });
  await select.evaluate((each, wanted) => {
    each.value = wanted;
    each.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  await press();
  await select.waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
