/** The catalogue of methods, alone and against the message schemas. */
import { describe, expect, it, test } from 'vitest';
import {
  definesMethod,
  METHODS,
  methodFacts,
  methodsOf,
  NON_STANDARD_METHODS,
  NON_STANDARD_WORDS,
  nonStandardMethod,
  senderOf,
} from '#shared/mcp';
import {
  checkMessage,
  exampleMessage,
  exampleResult,
  messagesOf,
  resultsOf,
  SCHEMA_REVISIONS,
} from '#shared/mcp/schema';

const names = (revision: string, sender: 'client' | 'server'): string[] =>
  methodsOf(revision, sender).map(({ method }) => method);

describe('the catalogue of methods', () => {
  it('names each method once', () => {
    expect(new Set(METHODS.map(({ method }) => method)).size).toBe(METHODS.length);
    expect(methodFacts('tools/call')).toMatchObject({ kind: 'request', sender: 'client', requires: 'tools' });
    expect(methodFacts('tools/invoke')).toBeUndefined();
  });

  it('knows which side sends a method in which revision', () => {
    expect(names('2024-10-07', 'client')).toEqual(names('2024-11-05', 'client'));
    expect(names('2024-11-05', 'server')).toContain('sampling/createMessage');
    expect(names('2024-11-05', 'server')).not.toContain('elicitation/create');
    expect(names('2025-11-25', 'server')).toEqual(
      expect.arrayContaining(['tasks/get', 'ping', 'notifications/progress']),
    );
    expect(names('2026-07-28', 'client')).toEqual(
      expect.arrayContaining(['server/discover', 'subscriptions/listen', 'tasks/update', 'notifications/cancelled']),
    );
    expect(names('2026-07-28', 'client')).not.toContain('notifications/progress');
    expect(
      METHODS.filter(({ kind }) => kind === 'request').filter(({ method }) =>
        names('2026-07-28', 'server').includes(method),
      ),
    ).toEqual([]);
  });

  it('marks what an extension defines and what became a question inside a result', () => {
    const extended = METHODS.filter(({ extension }) => extension === 'io.modelcontextprotocol/tasks');
    expect(extended.map(({ method }) => method).sort()).toEqual([
      'notifications/tasks',
      'tasks/cancel',
      'tasks/get',
      'tasks/update',
    ]);
    const asked = METHODS.filter(({ asInputRequest }) => asInputRequest === '2026-07-28').map(({ method }) => method);
    expect(asked.sort()).toEqual(['elicitation/create', 'roots/list', 'sampling/createMessage']);
  });

  it('explains names that no revision defines', () => {
    expect(NON_STANDARD_METHODS.length).toBe(16);
    for (const { method, instead, why } of NON_STANDARD_METHODS) {
      expect(methodFacts(method)).toBeUndefined();
      expect(NON_STANDARD_WORDS[why]).not.toBe('');
      if (instead !== undefined) expect(methodFacts(instead)?.method).toBe(instead);
    }
    expect(nonStandardMethod('notifications/closed')).toMatchObject({ nonStandard: true, why: 'goodbye' });
    expect(nonStandardMethod('ping')).toBeUndefined();
  });
});

describe.each(SCHEMA_REVISIONS)('in %s', (revision) => {
  it('the catalogue and the schemas have the same methods', () => {
    const listed = METHODS.filter((facts) => definesMethod(facts, revision)).map(
      ({ method, kind }) => `${kind} ${method}`,
    );
    expect(
      messagesOf(revision)
        .map(({ method, kind }) => `${kind} ${method}`)
        .sort(),
    ).toEqual(listed.sort());
  });

  test.each(METHODS.filter((facts) => definesMethod(facts, revision)))('the example of $method is valid', (facts) => {
    const who = senderOf(facts, revision);
    const sender = who === 'both' ? 'client' : who;
    const message = exampleMessage(facts.method, revision);
    expect(message).toMatchObject({ jsonrpc: '2.0', method: facts.method });
    expect(checkMessage(revision, message, { sender })).toEqual([]);
    if (who === 'both') return;
    const other = sender === 'client' ? 'server' : 'client';
    expect(checkMessage(revision, message, { sender: other })).toMatchObject([{ at: '/method', code: 'direction' }]);
  });

  test.each(METHODS.filter((facts) => facts.kind === 'request' && definesMethod(facts, revision)))(
    'the example result of $method is valid',
    ({ method }) => {
      const result = exampleResult(method, revision);
      expect(resultsOf(revision, method)).not.toEqual([]);
      const answer = { jsonrpc: '2.0', id: 1, result };
      expect(checkMessage(revision, answer, { sender: 'server', answers: method })).toEqual([]);
    },
  );

  it('has no example for a method of another revision', () => {
    for (const { method } of METHODS.filter((facts) => !definesMethod(facts, revision))) {
      expect(exampleMessage(method, revision)).toBeUndefined();
      expect(exampleResult(method, revision)).toBeUndefined();
    }
  });
});
