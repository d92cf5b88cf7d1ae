/** The question at the terminal: each step that may change something, what goes out with it, and every way to answer. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { planRerun } from '#shared/rerun';
import { askConsent } from '../../relay/rerun/ask.ts';
import { planLines, redactedWords } from '../../relay/rerun/words.ts';
import { recordedOf } from './rerun-script.ts';
import { c2s, handshake, request, result, s2c } from './script.ts';

const HOST = { by: 'host' } as const;
const call = (id: number, note: string): object => request(id, 'tools/call', { name: 'write', arguments: { note } });
const recorded = recordedOf(
  ...handshake(),
  ...[c2s(request(2, 'ping'), HOST), s2c(result(2)), c2s(call(3, 'one'), HOST), s2c(result(3))],
  ...[c2s(call(4, 'two\u009b2J'), HOST), s2c(result(4)), c2s(call(5, 'three'), HOST), s2c(result(5))],
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
    if (said.split('Send ').length - 1 <= asked) return;
    asked++;
    setImmediate(() => input.write(left.shift() ?? ''));
  });
  const terminal = { input, output, interrupt: () => abort.abort() };
  const agreed = await askConsent(plan, abort.signal, terminal);
  return { agreed, said, aborted: abort.signal.aborted };
}

describe('consent at the terminal', () => {
  test.each([
    ['each is asked for', ['y\r', 'n\r', 'Y\r'], [first, third]],
    ['nothing typed is no', ['\r', 'yes\r', '\r'], []],
    ['all that follow at once', ['n\r', 'a\r'], [second, third]],
    ['the end of the input is no to what is left', ['y\r', '\u0004'], [first]],
  ])('%s', async (_name, answers, agreed) => {
    expect(await ask(...answers)).toMatchObject({ agreed: new Set(agreed), aborted: false });
  });

  test('Ctrl+C interrupts', async () => {
    expect((await ask('y\r', '\u0003')).aborted).toBe(true);
  });

  test('says what goes out, and nothing that the terminal would obey', async () => {
    const { said } = await ask('n\r', 'n\r', 'n\r');
    expect(said).toContain('Send tools/call write {"note":"one"}? the recording does not say what the tool does');
    expect(said).not.toContain('\u009b');
  });
});

test('placeholders of redaction are named before anything is sent', () => {
  const redacted = [{ s: first ?? 0, path: ['raw'], placeholder: '‹token:1›', rule: 'tokens' }];
  const marked = planRerun({ ...recorded, header: { ...recorded.header, redacted } });
  expect(planLines(marked).join('\n')).toContain('redacted: ‹token:1›');
  expect(redactedWords(marked)).toMatch(/1 message holds ‹token:1›, and the server gets that/);
  expect(redactedWords(plan)).toBeUndefined();
});
