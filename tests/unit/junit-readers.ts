/** What the common readers of JUnit XML need, as a check: Jenkins (junit and xUnit plugins), GitLab, and two actions of GitHub. */
import { expect } from 'vitest';

export interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly Element[];
  readonly text: string;
}

const ENTITIES: { readonly [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const NO_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Parse XML 1.0 as far as a report needs it; throws for what is not well-formed. */
export function parseXml(xml: string): Element {
  const bad = NO_XML.exec(xml);
  if (bad) throw new Error(`U+${xml.codePointAt(bad.index)?.toString(16)} at ${bad.index}`);
  const [head = ''] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(xml) ?? [];
  if (head === '') throw new Error('no XML declaration');
  const root = { children: [] as Element[] };
  const open: { name: string; attributes: { [name: string]: string }; children: Element[]; text: string }[] = [];
  const token = /<(\/?)([a-z-]+)((?:\s+[a-z-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  token.lastIndex = head.length;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const found = token.exec(xml);
    if (!found) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    const [, end, name = '', attributes = '', self, text] = found;
    const inner = open.at(-1);
    if (text !== undefined) {
      if (inner) inner.text += plain(text);
      else if (text.trim() !== '') throw new Error('text outside');
    } else if (end === '/') {
      const closed = open.pop();
      if (closed?.name !== name) throw new Error(`</${name}> closes ${closed?.name}`);
      (open.at(-1) ?? root).children.push(closed);
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      if (self === '/') (inner ?? root).children.push(element);
      else open.push(element);
    }
  }
  const [only, more] = root.children;
  if (!only || more || open.length > 0) throw new Error('not one element');
  return only;
}

function attributesOf(text: string): { [name: string]: string } {
  const found: { [name: string]: string } = {};
  for (const [, name = '', value = ''] of text.matchAll(/([a-z-]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`${name} twice`);
    // Readers make a space of them.
    if (/[\t\n\r]/.test(value)) throw new Error(`a line end in ${name}`);
    found[name] = plain(value);
  }
  return found;
}

function plain(text: string): string {
  return text.replace(/&(?:([a-z]+|#39);)?/g, (_all, entity: string | undefined) => {
    const character = entity === undefined ? undefined : ENTITIES[entity];
    if (character === undefined) throw new Error(`& without a known entity: ${text}`);
    return character;
  });
}

/** Elements, what may be in them, and attributes: those that must be there, and those that may. */
const ELEMENTS: { readonly [name: string]: readonly [children: string, required: string, optional: string] } = {
  testsuites: ['testsuite', '', 'name tests failures errors time'],
  testsuite: ['properties testcase', 'name tests failures errors', 'skipped time timestamp hostname id package file'],
  properties: ['property', '', ''],
  property: ['', 'name value', ''],
  testcase: ['failure error skipped system-out system-err', 'classname name time', ''],
  failure: ['', 'message type', ''],
  error: ['', 'message type', ''],
  skipped: ['', 'message', ''],
};
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Check a report, and give its cases. */
export function readJunit(xml: string): (Element & { readonly became: string })[] {
  const root = parseXml(xml);
  expect(root.name).toBe('testsuites');
  visit(root);
  const cases = root.children.flatMap(casesOf);
  expect(cases.length, 'a report without a case is taken for a lost one').toBeGreaterThan(0);
  expectCounts(root, cases);
  for (const suite of root.children) {
    const own = casesOf(suite);
    expectCounts(suite, own);
    const names = own.map(({ attributes }) => attributes['name'] ?? '');
    // A second case of a name is dropped by one reader and taken for a repetition by another, which trim them.
    expect(new Set(names.map((name) => name.trim())).size).toBe(names.length);
    for (const name of names) expect(name.length).toBeLessThan(250);
    for (const name of names) expect(name.trim()).not.toBe('');
    for (const { attributes } of own) {
      expect(attributes['classname']).toBe(suite.attributes['name']);
      expect(attributes['classname']).toMatch(/^[^.]+\.[^.]+$/);
      expect(attributes['time']).toMatch(/^\d+\.\d+$/);
    }
  }
  return cases.map((each) => ({ ...each, became: each.children[0]?.name ?? 'passed' }));
}

const casesOf = ({ children }: Element): readonly Element[] => children.filter(({ name }) => name === 'testcase');

function visit({ name, attributes, children, text }: Element): void {
  const [may, required, optional] = ELEMENTS[name] ?? [];
  if (may === undefined) throw new Error(`<${name}>`);
  const known = [...words(required ?? ''), ...words(optional ?? '')];
  for (const attribute of Object.keys(attributes)) expect(known, `${attribute} of ${name}`).toContain(attribute);
  for (const attribute of words(required ?? '')) expect(attributes, name).toHaveProperty([attribute]);
  if (words(may).length > 0) expect(text.trim()).toBe('');
  // GitLab reads the text alone.
  else if (name !== 'property') expect(text.trim()).not.toBe('');
  for (const child of children) {
    expect(words(may)).toContain(child.name);
    visit(child);
  }
}

function expectCounts({ attributes }: Element, cases: readonly Element[]): void {
  const count = (child: string): number =>
    cases.filter(({ children }) => children.some(({ name }) => name === child)).length;
  expect(attributes).toMatchObject({
    tests: String(cases.length),
    failures: String(count('failure')),
    errors: String(count('error')),
    ...(attributes['skipped'] === undefined ? {} : { skipped: String(count('skipped')) }),
  });
  const time = cases.reduce((sum, each) => sum + Number(each.attributes['time']), 0);
  expect(Number(attributes['time'])).toBeCloseTo(time, 4);
}
