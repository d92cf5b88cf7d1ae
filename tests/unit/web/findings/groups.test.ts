/** The panel of findings: how many rules passed and were broken, and where findings of one rule at one event are. */
import { expect, test } from 'vitest';
import { apart, findingsFold, judgeRecording, ruleById, weightOf, type Finding, type Rule } from '#shared/findings';
import { SessionLog } from '#shared/session';
import { crowded, groupsOf, placeIn, ruleCounts, type Wanted } from '../../../../web/findings/groups.ts';
import { sample } from '../../export-samples.ts';
import { recordedOf } from '../../recorded-of.ts';
import { handshake } from '../../script.ts';

const finding = (at: number, more: Partial<Finding> = {}): Finding => ({
  ...{ rule: 'tool-schema-dialect', revision: '2025-11-25', side: 'server', at, related: [], found: [] },
  ...more,
});

test('places are told where several of one rule are at one event', () => {
  const [one, other, alone, of] = [finding(6), finding(6), finding(8), finding(6, { rule: 'tool-name-unique' })];
  expect([...crowded([one, other, alone, of])]).toEqual([one, other]);
});

test('a place is the name of what is listed there, and the pointer', () => {
  const text = JSON.stringify({
    result: { tools: [{ name: 'get-sum', inputSchema: {} }, {}], 'a/b': { c: 1 }, resources: [{ uri: 'file:///x' }] },
  });
  const at = (pointer: string): string | undefined => placeIn(text, finding(6, { pointer }));
  expect(at('/result/tools/0/inputSchema')).toBe('get-sum /result/tools/0/inputSchema');
  expect(at('/result/tools/1')).toBe('/result/tools/1');
  expect(at('/result/resources/0')).toBe('file:///x /result/resources/0');
  expect(at('/result/a~1b/c')).toBe('/result/a~1b/c');
  expect(at('/not/there')).toBe('/not/there');
  expect(at('')).toBeUndefined();
  expect(placeIn(text, finding(6))).toBeUndefined();
  expect(placeIn(`[0,${text}]`, finding(6, { item: 1, pointer: '/result/tools/0' }))).toBe('get-sum /1/result/tools/0');
  expect(placeIn('{', finding(6, { pointer: '/a' }))).toBe('/a');
});

const EVERYTHING: Wanted = { must: false, side: undefined, text: '' };
const SAMPLES = ['broken.mcprec', 'typed.mcprec', 'asked.mcprec', 'everything-http.mcprec.gz', 'modern-stdio.mcprec'];

/** What the panel counts of a recording. */
function panelOf(name: string, { advice = false, guesses = false, wanted = EVERYTHING } = {}) {
  const { header, events } = sample(name);
  const log = new SessionLog();
  const known = log.follow(findingsFold(header));
  for (const event of events) log.append(event);
  const asks = (rule: Rule, revision: string): boolean =>
    rule.heuristic ? guesses : advice || weightOf(rule, revision) !== 'advice';
  const shown = known.found.filter(({ rule, revision }) => {
    const known = ruleById(rule);
    return known !== undefined && asks(known, revision);
  });
  const groups = groupsOf(apart(shown).own, wanted, ruleById, ({ rule }) => rule);
  return { groups, counts: ruleCounts(groups, known, undefined, wanted, asks, () => '') };
}

test.each(SAMPLES)('of %s, panel and command count the same rules as checked and as broken', (name) => {
  for (const guesses of [false, true]) {
    const { counts, groups } = panelOf(name, { advice: true, guesses });
    const { checked, broken, kept } = judgeRecording(sample(name), { all: guesses });
    expect(counts).toEqual({ checked, broken, passed: kept.size });
    expect(checked).toBe(broken + kept.size);
    expect(new Set(groups.map(({ rule }) => rule.id)).size).toBe(broken);
  }
});

test('what is checked passed or was broken, whatever is shown', () => {
  const choices: readonly Wanted[] = [
    EVERYTHING,
    { ...EVERYTHING, must: true },
    { ...EVERYTHING, side: 'server' },
    { ...EVERYTHING, side: 'client', text: 'rpc' },
  ];
  const all = panelOf('broken.mcprec').counts;
  expect(all.broken).toBeGreaterThan(0);
  for (const wanted of choices) {
    const { counts, groups } = panelOf('broken.mcprec', { wanted });
    expect(counts.checked).toBe(counts.broken + counts.passed);
    expect(counts.broken).toBe(new Set(groups.map(({ rule }) => rule.id)).size);
    expect(counts.checked).toBeLessThanOrEqual(all.checked);
  }
  expect(panelOf('broken.mcprec', { wanted: { ...EVERYTHING, text: 'no rule has this' } }).counts.checked).toBe(0);
});

test('a rule that only what breaks another broke is neither', () => {
  const [opening, open, hello, welcome, initialized] = handshake();
  const bodies = [opening, open, hello, initialized, welcome, initialized].filter((each) => each !== undefined);
  const rules = new Set(['init-initialized-early', 'init-initialized-once']);
  const { findings, checked, broken, kept } = judgeRecording(recordedOf(bodies), { only: rules });
  expect(findings.map(({ rule }) => rule)).toEqual([...rules]);
  expect({ checked, broken, kept: kept.size }).toEqual({ checked: 1, broken: 1, kept: 0 });
});
