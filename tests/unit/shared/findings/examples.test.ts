/** The project's own examples: what breaks a rule is found at one of its events, what keeps it is not. */
import { describe, expect, test } from 'vitest';
import { JUDGES, LEFT_OUT, RULES, ruleById } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { FINDINGS_WORDS as EN } from '#shared/findings/words/en';
import { FINDINGS_WORDS as ZH } from '#shared/findings/words/zh-CN';
import { findingsOf } from './run.ts';

const judged = JUDGES.flatMap(({ rules }) => rules.map(({ id }) => id)).sort();

describe('every rule that is judged', () => {
  test.for(judged)('%s', (id) => {
    const example = exampleOf(id);
    expect(example, 'has an example').toBeDefined();
    if (!example) return;
    const { before = [], violates, conforms } = example;
    const found = findingsOf([...before, ...violates]);
    expect(
      found.filter(({ rule }) => rule === id).map(({ at }) => at >= before.length),
      `breaks it; found: ${JSON.stringify(found)}`,
    ).toContain(true);
    const other = findingsOf([...before, ...conforms]);
    expect(
      other.filter(({ rule }) => rule === id),
      'keeps it',
    ).toEqual([]);
    for (const { rules } of [EN, ZH]) {
      const words = rules[id];
      expect(words, 'has words').toBeDefined();
      const places = [...(words?.found ?? '').matchAll(/\{(\d)\}/g)].map(([, place]) => Number(place));
      for (const finding of found.filter(({ rule }) => rule === id))
        expect(Math.max(-1, ...places), `values for "${words?.found ?? ''}"`).toBeLessThan(finding.found.length);
    }
  });
});

test('a rule is decided by one judge, or is left out for a reason', () => {
  expect(judged).toEqual([...new Set(judged)]);
  for (const id of [...judged, ...Object.keys(LEFT_OUT)]) expect(ruleById(id), id).toBeDefined();
  expect(judged.filter((id) => id in LEFT_OUT)).toEqual([]);
});

test('both languages have sentences about the same rules', () => {
  expect(Object.keys(ZH.rules).sort()).toEqual(Object.keys(EN.rules).sort());
  for (const [id, words] of Object.entries(EN.rules))
    expect('differs' in (ZH.rules[id] ?? {}), id).toBe('differs' in words);
  expect(RULES.length).toBe(395);
});
