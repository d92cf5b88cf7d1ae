import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import type { StdioSpec } from '#shared/relay-protocol';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { isRunning } from './support/program.ts';
import { testRelay } from './support/relay.ts';

/** What happened to process and connection, in words. */
function story(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.k === 'process') return [`${event.event} ${event.signal ?? event.code ?? event.error ?? ''}`.trim()];
    if (event.k === 'connection') return [`${event.event} ${event.reason ?? ''}`.trim()];
    return [];
  });
}

async function ended(spec: StdioSpec | ReturnType<typeof script>): Promise<readonly WireEvent[]> {
  const page = await Page.connect(await testRelay());
  const id = await page.open(spec, BY_HAND);
  await page.closed(id);
  return page.of(id);
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('standard output', () => {
  test('is split at LF by bytes, whatever is between', async () => {
    // The euro sign is cut in the middle of its three bytes.
    const events = await ended(script('bytes', [`${hex('{"a":1}\r\n\n')}e2`, `82ac0aff0a${hex('\ufeff{}\n{"half"')}`]));
    const messages = events.flatMap((event) => (event.k === 'message' ? [event] : []));
    expect(messages.map(({ raw, b64, unterminated }) => ({ raw, b64, unterminated }))).toEqual([
      { raw: '{"a":1}\r', b64: undefined, unterminated: undefined },
      { raw: '', b64: undefined, unterminated: undefined },
      { raw: '€', b64: undefined, unterminated: undefined },
      { raw: undefined, b64: '/w==', unterminated: undefined },
      { raw: '\ufeff{}', b64: undefined, unterminated: undefined },
      { raw: '{"half"', b64: undefined, unterminated: true },
    ]);
  });

  test('that closes while the process lives on is an event', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('mute'), BY_HAND);
    await page.event(id, (event) => event.k === 'process' && event.event === 'stdout-end');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(story(page.of(id))).toEqual([
      'opening',
      'spawn',
      'open',
      'stdout-end',
      'closing closed-by-user',
      'stdin-end',
      'exit 0',
      'closed closed-by-user',
    ]);
  });
});

describe('standard error', () => {
  test('comes by lines, line ends included, and its rest when the process ends', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('echo'), BY_HAND);
    page.send({ type: 'send', session: id, text: 'garbage' });
    page.say(id, { method: 'exit', params: { code: 3 } });
    await page.closed(id);
    const texts = page.of(id).flatMap((event) => (event.k === 'stderr' ? [event.text] : []));
    expect(texts).toEqual(['not JSON\n', 'dying words']);
    const last = page.of(id).findLast((event) => event.k === 'message');
    expect(last).toMatchObject({ raw: '{"half":', unterminated: true });
    expect(story(page.of(id)).slice(-2)).toEqual(['exit 3', 'closed server-exited']);
  });
});

describe('a server that can’t be started', () => {
  const spec = { transport: 'stdio', args: [], env: {} } as const;

  test('because the command is not there', async () => {
    const events = await ended({ ...spec, command: 'no-such-command-anywhere' });
    expect(story(events)).toEqual([
      'opening',
      'spawn-failed ENOENT',
      'problem command-not-found',
      'closed command-not-found',
    ]);
  });

  test('because the folder is not there', async () => {
    const events = await ended({ ...spec, command: process.execPath, cwd: '/no/such/folder' });
    expect(story(events)).toContain('problem bad-folder');
    expect(events).toContainEqual(expect.objectContaining({ reason: 'bad-folder', detail: '/no/such/folder' }));
  });

  test('because it is no program', async () => {
    const relay = await testRelay();
    const folder = join(relay.folder, 'a-folder');
    mkdirSync(folder);
    const events = await ended({ ...spec, command: folder });
    expect(story(events)).toContain('problem not-executable');
  });

  test('because its arguments are none', async () => {
    const events = await ended({ ...spec, command: process.execPath, args: ['a\0b'] });
    expect(story(events)).toContain('problem spawn-failed');
  });
});

describe('the shutdown ladder', () => {
  test('asks a server that ignores the end of its stdin to terminate', async () => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 50, term: 20_000, quiet: 1000 } }));
    const id = await page.open(script('stubborn'), BY_HAND);
    await page.event(id, (event) => event.k === 'message');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(story(page.of(id)).slice(3)).toEqual([
      'closing closed-by-user',
      'stdin-end',
      'signal SIGTERM',
      'exit SIGTERM',
      'closed closed-by-user',
    ]);
  });

  test('kills a server that ignores that too', async () => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 50, term: 6000, quiet: 1000 } }));
    const id = await page.open(script('stubborn', ['term']), BY_HAND);
    await page.event(id, (event) => event.k === 'message');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(story(page.of(id)).slice(3)).toEqual([
      'closing closed-by-user',
      'stdin-end',
      'signal SIGTERM',
      'signal SIGKILL',
      'exit SIGKILL',
      'closed closed-by-user',
    ]);
    expect(page.of(id)).toContainEqual(expect.objectContaining({ k: 'stderr', text: 'no\n' }));
  });

  test('takes the text sent after stdin ended into the recording', async () => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 1000, term: 20_000, quiet: 1000 } }));
    const id = await page.open(script('stubborn'), BY_HAND);
    await page.event(id, (event) => event.k === 'message');
    page.send({ type: 'close', session: id });
    page.send({ type: 'send', session: id, text: 'too late' });
    await page.closed(id);
    expect(story(page.of(id))).toContain('stdin-error EPIPE');
    expect(page.of(id)).toContainEqual(expect.objectContaining({ k: 'message', raw: 'too late', by: 'user' }));
  });

  test.each([
    ['a grandchild that holds the pipes', [], 20_000, ['exit 0', 'signal SIGTERM', 'closed server-exited']],
    [
      'a grandchild that also ignores signals',
      ['stubborn'],
      300,
      ['exit 0', 'signal SIGTERM', 'signal SIGKILL', 'closed server-exited'],
    ],
  ])('does not wait for %s', async (_name, args, term, expected) => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 1000, term, quiet: 100 } }));
    const id = await page.open(script('parent', args), BY_HAND);
    const first = await page.event(id, (event) => event.k === 'message' && /^grandchild \d/.test(event.raw ?? ''));
    await page.event(id, (event) => event.k === 'message' && event.raw === 'grandchild ready');
    const grandchild = Number(/\d+/.exec(first.k === 'message' ? (first.raw ?? '') : '')?.[0]);
    expect(await isRunning(grandchild)).toBe(true);
    page.send({ type: 'send', session: id, text: 'end' });
    await page.closed(id);
    expect(story(page.of(id)).slice(3)).toEqual(expected);
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });

  test('does not wait for a grandchild that never stops writing either', async () => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 1000, term: 300, quiet: 100 } }));
    const id = await page.open(script('chatter'), BY_HAND);
    await page.event(id, (event) => event.k === 'message' && event.raw === 'chatter');
    page.send({ type: 'send', session: id, text: 'end' });
    await page.closed(id);
    const end = ['exit 0', 'stray', 'signal SIGTERM', 'closed server-exited'];
    expect(story(page.of(id)).slice(-4)).toEqual(end);
  });

  test('leaves no guard behind', async () => {
    const { execFileSync } = await import('node:child_process');
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('echo'), BY_HAND);
    await page.event(id, (event) => event.k === 'connection' && event.event === 'open');
    const guards = (): string =>
      execFileSync('ps', ['-eo', 'ppid,stat,args'], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .split('\n')
        .filter((line) => /^\s*(\d+) [^Z]\S* +\/bin\/sh -c\s+read -r group/.exec(line)?.[1] === String(process.pid))
        .join('\n');
    await eventually(() => guards() !== '');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    await eventually(() => guards() === '');
  });
});
