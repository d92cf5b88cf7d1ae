/**
 * Makes what a text hides visible everywhere in the page: tool names, descriptions, consent questions, titles, tooltips come
 * from strangers, and one place that forgets to ask would deceive. Text nodes and labels are looked at as they change, before
 * they are painted. Editors (Monaco, fields) show hidden characters by themselves and are left alone, for their text is data.
 */
import { visibleText } from '#shared/plain-text';

const LABELS = ['title', 'aria-label', 'alt', 'placeholder', 'aria-description'];
const EXACT = '.monaco-editor, textarea, input, select, script, style';

/** Show marks in the place of hidden characters below `root`, now and as it changes. Gives what ends it. */
export function showHidden(root: Node): () => void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) show(node);
      else show(target, false);
    }
  });
  show(root);
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: LABELS,
  });
  return () => observer.disconnect();
}

function show(node: Node, below = true): void {
  if (node instanceof Text) return showText(node);
  if (!(node instanceof Element)) return;
  if (node.closest('.monaco-editor')) return;
  for (const name of LABELS) {
    const value = node.getAttribute(name);
    const shown = value === null ? value : visibleText(value, { layout: 'block' });
    if (shown !== null && shown !== value) node.setAttribute(name, shown);
  }
  if (below) for (const child of node.childNodes) show(child);
}

function showText(node: Text): void {
  const shown = visibleText(node.data, { layout: 'block' });
  // What is equal is not set, or the observer would never rest.
  if (shown !== node.data && !node.parentElement?.closest(EXACT)) node.data = shown;
}
