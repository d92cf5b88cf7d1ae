/** The answers file, and what a session without a person answers. */
import { describe, expect, test } from 'vitest';
import { policyAnswer } from '#shared/driver';
import { readAnswers, unattendedPolicy, type Answers } from '#shared/exercise';

describe('an answers file', () => {
  test('is read with every member', () => {
    const text = {
      tools: { one: { a: 1 }, many: [{ b: 1 }, {}], none: false },
      prompts: { p: { who: 'Ada' } },
      templates: { 'x://{id}': { id: '7' } },
      resources: ['x://1'],
      sampling: { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' },
      elicitation: [{ message: 'name', answer: { action: 'decline' } }],
      roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }],
    };
    expect(readAnswers(JSON.stringify(text))).toEqual({
      answers: { ...text, tools: { one: [{ a: 1 }], many: [{ b: 1 }, {}], none: false } },
    });
    expect(readAnswers('{}')).toEqual({ answers: {} });
  });

  test('may give one result for every elicitation', () => {
    expect(readAnswers('{"elicitation":{"action":"cancel"}}')).toEqual({
      answers: { elicitation: [{ message: '', answer: { action: 'cancel' } }] },
    });
  });

  test.each([
    ['{', /^is not JSON: /],
    ['[]', /^is not a JSON object$/],
    ['{"tool":{}}', /^has a member “tool” that is none of tools, prompts/],
    ['{"tools":{"a":5}}', /“tools” of the wrong form/],
    ['{"tools":{"a":[1]}}', /“tools” of the wrong form/],
    ['{"prompts":{"a":{"b":1}}}', /“prompts” of the wrong form/],
    ['{"templates":[]}', /“templates” of the wrong form/],
    ['{"resources":[1]}', /“resources” of the wrong form/],
    ['{"sampling":"text"}', /“sampling” of the wrong form/],
    ['{"elicitation":{}}', /“elicitation” of the wrong form/],
    ['{"elicitation":[{"message":"x"}]}', /“elicitation” of the wrong form/],
    ['{"roots":["file:///a"]}', /“roots” of the wrong form/],
  ])('%s is refused in words', (text, problem) => {
    expect(readAnswers(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('without a person', () => {
  const answer = (method: string, params: object, answers: Answers = {}): unknown => {
    const policy = unattendedPolicy({ revision: 'auto', timeoutMs: 1000, answers, log: false });
    const text = policyAnswer(method, params, policy);
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  };
  const form = {
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', default: 'Ada' } } },
  };

  test('a form is accepted with its defaults, and no URL is opened', () => {
    expect(answer('elicitation/create', form)).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(answer('elicitation/create', { mode: 'url', message: 'Look', url: 'https://example.com/' })).toEqual({
      action: 'decline',
    });
  });

  test('a form that demands a long text is left to the person', () => {
    const name = { type: 'string', minLength: 5000 };
    const requestedSchema = { type: 'object', properties: { name }, required: ['name'] };
    expect(answer('elicitation/create', { message: 'Your name?', requestedSchema })).toBeUndefined();
  });

  test('the first answer whose message fits goes before', () => {
    const elicitation = [
      { message: 'name', answer: { action: 'decline' } },
      { message: '', answer: { action: 'cancel' } },
    ];
    expect(answer('elicitation/create', form, { elicitation })).toEqual({ action: 'decline' });
    expect(answer('elicitation/create', { ...form, message: 'Age?' }, { elicitation })).toEqual({ action: 'cancel' });
  });

  test('sampling and roots are answered as given, else with a canned text and none', () => {
    expect(answer('sampling/createMessage', {})).toMatchObject({ role: 'assistant', content: { type: 'text' } });
    expect(answer('sampling/createMessage', {}, { sampling: { model: 'mine' } })).toEqual({ model: 'mine' });
    expect(answer('roots/list', {})).toEqual({ roots: [] });
    expect(answer('roots/list', {}, { roots: [{ uri: 'file:///a' }] })).toEqual({ roots: [{ uri: 'file:///a' }] });
  });

  test('limits come from one time, and log messages are asked for only when something is exercised', () => {
    const policy = (log: boolean) => unattendedPolicy({ revision: '2025-11-25', timeoutMs: 100, answers: {}, log });
    expect(policy(true)).toMatchObject({
      revision: '2025-11-25',
      timeouts: { idleMs: 100 },
      probeMs: 50,
      logLevel: 'info',
    });
    expect(policy(true).timeouts.totalMs).toBeGreaterThan(100);
    expect(policy(false)).not.toHaveProperty('logLevel');
  });
});
