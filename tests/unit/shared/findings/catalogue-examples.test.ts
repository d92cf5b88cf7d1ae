/**
 * The examples of the rules as they are kept beside the project (../shared/spec): a violation is found at an event of its own, its
 * correct twin is not, and the complete valid sessions break nothing. Where the data is not there, these tests are not there either.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JUDGES, ruleById, weightOf } from '#shared/findings';
import { RecordingReader, type WireEvent } from '#shared/recording';
import { findingsIn } from './run.ts';

const SPEC = join(import.meta.dirname, '../../../../../shared/spec');
const there = existsSync(join(SPEC, 'rules/rules.json'));

interface CatalogueRule {
  readonly id: string;
  readonly category: string;
  readonly assume?: object;
  readonly exampleViolation?: readonly { readonly conn?: string }[];
  readonly exampleOk?: readonly { readonly conn?: string }[];
}
interface Made {
  readonly from: number;
  readonly text: string;
}
type ToRecording = (id: string, events: readonly object[], assume?: object) => Made;

function eventsOf(text: string): readonly WireEvent[] {
  const reader = new RecordingReader();
  return [...reader.push(text), ...reader.end().events];
}

const rules = there
  ? ['rules.json', 'rules-extra.json'].flatMap(
      (name) => JSON.parse(readFileSync(join(SPEC, 'rules', name), 'utf8')) as CatalogueRule[],
    )
  : [];
const judged = new Set(JUDGES.flatMap((each) => each.rules.map(({ id }) => id)));
const withExamples = rules.filter(
  ({ id, exampleViolation, exampleOk }) =>
    judged.has(id) &&
    exampleViolation?.length &&
    ![...exampleViolation, ...(exampleOk ?? [])].some(({ conn }) => conn !== undefined),
);

describe.runIf(there)('the catalogue', async () => {
  const { toRecording } = (there ? await import(join(SPEC, 'rules/to-recording.mjs')) : {}) as {
    readonly toRecording: ToRecording;
  };

  test.for(withExamples.map((rule) => [rule.id, rule] as const))('%s', ([id, rule]) => {
    const broken = toRecording(id, rule.exampleViolation ?? [], rule.assume);
    const found = findingsIn(eventsOf(broken.text));
    expect(
      found.filter((each) => each.rule === id).map(({ at }) => at >= broken.from),
      `the violation; found: ${JSON.stringify(found)}\n${broken.text}`,
    ).toContain(true);
    if (!rule.exampleOk?.length) return;
    const kept = toRecording(id, rule.exampleOk, rule.assume);
    expect(
      findingsIn(eventsOf(kept.text)).filter((each) => each.rule === id),
      `the twin\n${kept.text}`,
    ).toEqual([]);
  });

  test.for(there ? readdirSync(join(SPEC, 'sequences')) : [])('the valid session %s', (name) => {
    const events = JSON.parse(readFileSync(join(SPEC, 'sequences', name), 'utf8')) as object[];
    const { text } = toRecording(name, events, { raw: true, version: name.slice(0, 10) });
    const found = findingsIn(eventsOf(text)).filter(({ rule, revision }) => {
      const facts = ruleById(rule);
      return !facts || weightOf(facts, revision) !== 'advice';
    });
    expect(found).toEqual([]);
  });
});
