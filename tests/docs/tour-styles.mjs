/** What a tour keeps of a page's look, and how two tours differ. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs in the page: of every element its place in the tree, a name to find it by, its box and what its style computes to.
 * Properties that follow from the length of a text are left out.
 */
export function stylesOf() {
  const PROPERTIES =
    'display position flex-direction flex-wrap flex-grow flex-shrink flex-basis align-items align-self justify-content justify-items row-gap column-gap ' +
    'padding-top padding-right padding-bottom padding-left margin-top margin-right margin-bottom margin-left ' +
    'border-top-width border-right-width border-bottom-width border-left-width border-top-style border-left-style border-top-color border-bottom-color border-left-color ' +
    'border-top-left-radius color background-color background-image box-shadow opacity font-family font-size font-weight font-style line-height ' +
    'text-align text-transform text-decoration-line white-space overflow-x overflow-y text-overflow overflow-wrap word-break vertical-align ' +
    'min-width max-width min-height max-height top right left bottom z-index cursor pointer-events font-variant-numeric resize tab-size ' +
    'outline-style outline-width scrollbar-gutter scrollbar-width list-style-type border-collapse visibility user-select fill stroke';
  const names = PROPERTIES.split(' ');
  const found = [];
  const walk = (element, path) => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    found.push({
      path,
      name: `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '')} «${(element.textContent ?? '').trim().slice(0, 30)}»`,
      box: [x, y, width, height].map(Math.round),
      style: names.map((name) => style.getPropertyValue(name)).join('|'),
    });
    if (element.classList.contains('monaco-editor') || element.tagName === 'svg') return;
    [...element.children].forEach((child, at) => walk(child, `${path}/${child.tagName.toLowerCase()}${at}`));
  };
  walk(document.body, 'body');
  return { names, found };
}

const textOf = ({ name }) => name.slice(name.indexOf('«'));

/** Print how the screens of two folders differ: by property, with the elements, most frequent first. */
export function compareTours(before, after) {
  const differences = new Map();
  const note = (what, screen, name) => {
    const at = differences.get(what) ?? { count: 0, examples: new Set() };
    at.count += 1;
    if (at.examples.size < 3) at.examples.add(`${screen}: ${name}`);
    differences.set(what, at);
  };
  const screens = readdirSync(before).filter((name) => name.endsWith('.json'));
  for (const screen of screens) {
    let b;
    try {
      b = JSON.parse(readFileSync(join(after, screen), 'utf8'));
    } catch {
      note('screen missing', screen, '');
      continue;
    }
    const a = JSON.parse(readFileSync(join(before, screen), 'utf8'));
    const others = new Map(b.found.map((each) => [each.path, each]));
    for (const each of a.found) {
      const other = others.get(each.path);
      if (!other) {
        note('element missing', screen, each.name);
        continue;
      }
      // Another row of a list, or another time: nothing to compare.
      if (textOf(each) !== textOf(other)) continue;
      const [one, two] = [each.style.split('|'), other.style.split('|')];
      a.names.forEach((name, at) => {
        if (one[at] !== two[at])
          note(`${name}: ${one[at]} → ${two[at]} on ${each.name.split(' «')[0]}`, screen, other.name);
      });
      if (each.box.some((value, at) => Math.abs(value - other.box[at]) > 1))
        note('box', screen, `${each.name} ${each.box.join(' ')} → ${other.box.join(' ')}`);
    }
    if (b.found.length > a.found.length) note('elements added', screen, String(b.found.length - a.found.length));
  }
  console.log(`${screens.length} screens compared`);
  for (const [what, { count, examples }] of [...differences].sort((x, y) => y[1].count - x[1].count))
    console.log(`${count} × ${what}\n    ${[...examples].join('\n    ')}`);
}
