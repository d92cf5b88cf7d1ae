/** The question at the terminal: each step that may change something, what goes out with it, and every way to answer. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ANSWERS, planRerun, type SendStep } from '#shared/rerun';
import { wordsIn } from '#shared/words';
import { askConsent, planQuestions, consentDuringRun } from '../../../../relay/rerun/ask.ts';
import { planLines, progressWords, redactedWords } from '../../../../relay/rerun/words.ts';
import { recordedOf } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;
const cancel = (id: number, taskId: string): object => request(id, 'tasks/cancel', { taskId });
const twoLines = `${JSON.stringify(request(5, 'ping'))}\n${JSON.stringify(request(6, 'tools/call', { name: 'wipe\u202e' }))}`;
const recorded = recordedOf(
  ...handshake(),
  ...[c2s(request(2, 'ping'), HOST), s2c(result(2)), c2s(cancel(3, 'one'), HOST), s2c(result(3))],
  ...[c2s(cancel(4, 'two\u009b2J'), HOST), s2c(result(4)), c2s(twoLines, HOST), s2c(result(5))],
);
const plan = planRerun(recorded);
const [first, second, third] = plan.steps.flatMap((step) => (step.do === 'send' && step.consent ? [step.s] : []));

/** Ask, and type one answer after each question. */
async function ask(...answers: readonly string[]): Promise<{ agreed: unknown; said: string; aborted: boolean }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const abort = new AbortController();
  const left = [...answers];
  let said = '';
  let asked = 0;
  output.on('data', (data: Buffer) => {
    said += data.toString();
    if (said.split('[y/N').length - 1 <= asked) return;
    asked++;
    setImmediate(() => input.write(left.shift() ?? ''));
  });
  const terminal = { input, output, interrupt: () => abort.abort() };
  const agreed = await askConsent(planQuestions(plan), abort.signal, terminal);
  return { agreed, said, aborted: abort.signal.aborted };
}

describe('consent at the terminal', () => {
  test.each([
    ['each is asked for', ['y\r', 'n\r', 'Y\r'], [first, third]],
    ['nothing typed is no', ['\r', 'no\r', '\r'], []],
    ['a word for a letter', ['yes\r', 'n\r', 'all\r'], [first, third]],
    ['all that follow at once', ['n\r', 'a\r'], [second, third]],
    ['the end of the input is no to what is left', ['y\r', '\u0004'], [first]],
  ])('%s', async (_name, answers, agreed) => {
    expect(await ask(...answers)).toMatchObject({ agreed: new Set(agreed), aborted: false });
  });

  test('Ctrl+C interrupts', async () => {
    expect((await ask('y\r', '\u0003')).aborted).toBe(true);
  });

  test('says what goes out, decoded, and nothing that the terminal would obey', async () => {
    const { said } = await ask('n\r', 'n\r', 'n\r');
    expect(said).toContain('Send tasks/cancel one (the method may modify data)?');
    expect(said).toContain('"taskId":"two‹U+009B›2J"');
    expect(said).toContain(
      '"method":"ping"}␊{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"wipe‹U+202E›"}}',
    );
    expect(said).not.toMatch(/[\u009b\u202e]/);
  });

  test('shows all that a method gets beside what it is about, and leaves out what the protocol has in every message', () => {
    const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', progressToken: 1 };
    const texts = planQuestions(
      planRerun(
        recordedOf(
          ...handshake(),
          c2s(request(2, 'vendor/delete', { path: '/home/user\u202e', deep: { all: true } }), HOST),
          c2s(request(3, 'resources/subscribe', { uri: 'file:///x', also: 'file:///y' }), HOST),
          c2s(request(4, 'logging/setLevel', { level: 'debug', _meta: version }), HOST),
          c2s(request(5, 'tasks/cancel', { taskId: 'one', _meta: { sudo: true } }), HOST),
        ),
      ),
    ).map(({ text }) => text);
    expect(texts[0]).toContain('Send vendor/delete {"path":"/home/user‹U+202E›","deep":{"all":true}} (');
    expect(texts[1]).toContain('Send resources/subscribe file:///x {"uri":"file:///x","also":"file:///y"} (');
    expect(texts[2]).toContain('Send logging/setLevel debug (');
    expect(texts[3]).toContain('Send tasks/cancel one {"taskId":"one","_meta":{"sudo":true}} (');
  });

  test('recorded answers are one question, the last; a call is asked for in the course of the run, once for two runs', async () => {
    const asked = recordedOf(
      ...handshake(),
      ...[
        c2s(request(2, 'tools/call', { name: 'trip' }), HOST),
        s2c(request(9, 'elicitation/create', { message: '?' })),
      ],
      ...[c2s(result(9, { action: 'accept', content: {} }), { by: 'user' }), s2c(result(2))],
    );
    const other = planRerun(asked);
    expect(planQuestions(other)).toMatchObject([{ s: ANSWERS, text: expect.stringContaining('1 elicitation/create') }]);
    expect(planQuestions(other)[0]?.text).toContain('elicitation/create: {"action":"accept","content":{}}');
    const steps = other.steps.filter((step): step is SendStep => step.do === 'send');
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = '';
    output.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.endsWith('[y/N, a = yes to all] ')) setImmediate(() => input.write('y\r'));
    });
    const consent = consentDuringRun(new AbortController().signal, { input, output, interrupt: () => undefined });
    const doubtful = steps.map((step) => ({ ...step, consent: 'tool-may-change' as const }));
    expect(await consent(doubtful)).toEqual(new Set(steps.map(({ s }) => s)));
    const once = said;
    expect(await consent(doubtful)).toEqual(new Set(steps.map(({ s }) => s)));
    expect(said).toBe(once);
    expect(said).toContain('Send tools/call trip (the server does not mark the tool as read-only (readOnlyHint))?');
  });
});

test('placeholders of redaction are named before anything is sent', () => {
  const redacted = [{ s: first ?? 0, path: ['raw'], placeholder: '‹token:1›', rule: 'tokens' }];
  const marked = planRerun({ ...recorded, header: { ...recorded.header, redacted } });
  expect(planLines(marked).join('\n')).toContain('redacted: ‹token:1›');
  expect(redactedWords(marked)).toMatch(/1 message contains ‹token:1›, and the server gets that/);
  expect(redactedWords(plan)).toBeUndefined();
});

test('the plan is in the language that was asked for', async () => {
  const words = await wordsIn('zh-CN');
  const [head = '', ...lines] = planLines(plan, true, words);
  expect(head).toMatch(/^\d+ 步，协议版本 2025-11-25；其中 \d+ 步需要同意。/);
  expect(lines.join('\n')).toMatch(/tasks\/cancel one（需要同意：此方法可能修改数据）/);
  expect(lines.join('\n')).not.toMatch(/needs consent|exact bytes|not replayed/);
});

test('where a run is is told in the language that was asked for', async () => {
  const words = await wordsIn('zh-CN');
  const at = plan.steps.length;
  expect(progressWords(plan, { at, of: at, waitsFor: 'end' })).toBe(`${at}/${at} closing`);
  expect(progressWords(plan, { at, of: at, waitsFor: 'end' }, words)).toBe(`${at}/${at} 正在关闭`);
  const long = {
    ...plan,
    steps: plan.steps.map((step) => ({ ...step, consent: 'unclear' as const, raw: 'x'.repeat(100) })),
  };
  const first = progressWords(long, { at: 0, of: at, waitsFor: 'answers' }, words);
  expect(first).toMatch(/\p{Script=Han}/u);
  expect(first).not.toContain('more');
});
