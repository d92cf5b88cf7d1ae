/** Links into the specification: of the right form, for every method of every revision. */
import { expect, test } from 'vitest';
import {
  definesMethod,
  errorSection,
  METHODS,
  methodSection,
  SPEC_REVISIONS,
  topicSection,
  type SpecTopic,
} from '#shared/mcp';

const FORM =
  /^https:\/\/modelcontextprotocol\.io\/(specification\/\d{4}-\d{2}-\d{2}|extensions)\/[a-z]+(\/[a-z-]+){0,2}(#[a-z0-9]+(-[a-z0-9]+)*)?$/;
const TOPICS: readonly SpecTopic[] = [
  'stdio',
  'shutdown',
  'http',
  'http-stream',
  'http-session',
  'resumption',
  'timeout',
  'versions',
  'messages',
  'batch',
  'input',
  'authorization',
  'registration',
];

test('every method has a section in every revision that defines it, and its errors too', () => {
  for (const revision of SPEC_REVISIONS)
    for (const facts of METHODS) {
      if (!definesMethod(facts, revision)) continue;
      for (const section of [methodSection(facts.method, revision), errorSection(facts.method, revision)]) {
        expect(section?.url).toMatch(FORM);
        expect(section?.revision).toBe(revision);
        expect(section?.title).not.toBe('');
      }
    }
});

test('topics are where their revision has them', () => {
  for (const topic of TOPICS)
    expect(SPEC_REVISIONS.flatMap((each) => topicSection(topic, each) ?? []).length).toBeGreaterThan(0);
  expect(topicSection('shutdown', '2025-11-25')?.url).toBe(
    'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#shutdown',
  );
  expect(topicSection('http-session', '2026-07-28')).toBeUndefined();
  expect(topicSection('http-session', '2024-11-05')).toBeUndefined();
});

test('a revision without a text of its own is answered from the last one before it', () => {
  expect(methodSection('tools/call', '2024-10-07')?.revision).toBe('2024-11-05');
  expect(methodSection('tools/call', '2099-01-01')?.revision).toBe('2026-07-28');
  expect(methodSection('constructor', '2025-11-25')).toBeUndefined();
});
