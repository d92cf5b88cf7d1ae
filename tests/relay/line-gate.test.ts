/** One direction of an armed tap, cut into any pieces and armed at any moment: no byte is lost, made or moved that nobody asked for. */
import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventBody, MessageBody } from '#shared/recording';
import { Copies } from '../../relay/tap/stdio/copies.ts';
import type { Copy } from '../../relay/tap/stdio/copy.ts';
import { LineGate } from '../../relay/tap/stdio/line-gate.ts';
import { Pump } from '../../relay/tap/stdio/pump.ts';
import { TappedEvents } from '../../relay/tap/stdio/tapped-events.ts';
import { Judge } from '../../relay/tap/judge/index.ts';
import { WaitingMessages } from '../../relay/tap/judge/waiting.ts';
import { runs } from '../unit/seed.ts';

/** A direction with what came out of it, and what the recorder made of it. */
function direction(
  failed = (error: unknown): void => expect.fail(String(error)),
  most = 1e9,
): {
  read: (text: string) => void;
  end: () => void;
  arm: (...when: string[]) => void;
  judge: Judge;
  out: () => string;
  events: EventBody[];
} {
  const events: EventBody[] = [];
  const tapped = new TappedEvents((bodies) => events.push(...bodies) - bodies.length);
  const taken = new BigInt64Array(new SharedArrayBuffer(8));
  const copies = new Copies({ postMessage: (copy: Copy) => tapped.take(copy) }, taken, () => 0, 1e9);
  const from = new PassThrough();
  let out = '';
  const to = new Writable({ write: (bytes: Buffer, _, done) => ((out += bytes.toString()), done()) });
  const pump = new Pump(from, to, { passed: (bytes) => copies.bytes('host', bytes) });
  const judge = new Judge((act, about) => copies.act(act, about), new WaitingMessages(most));
  let current: LineGate | undefined;
  const gate = (): LineGate => {
    if (current && pump.gate === current) return current;
    const nothing = (): void => undefined;
    return (current = new LineGate({
      dir: 'c2s',
      pump,
      copies,
      judge,
      sendBack: nothing,
      closeStream: nothing,
      kill: nothing,
      failed,
    }));
  };
  return {
    read: (text) => void from.emit('data', Buffer.from(text)),
    end: () => {
      from.emit('end');
      copies.over();
    },
    arm: (...when) => {
      judge.orders(1, { breakpoints: when.map((each) => ({ when: each })), rules: [], limit: 1e6 });
      if (judge.isArmed) gate();
      current?.settle();
    },
    judge,
    out: () => out,
    events,
  };
}

const messages = (events: readonly EventBody[], which: (message: MessageBody) => boolean): string[] =>
  events.flatMap((event) => (event.k === 'message' && which(event) ? [event.raw ?? ''] : []));

/** Pieces of lines, with moments at which something is armed, or nothing, or what waits is forwarded. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '{}', '\n'), minLength: 1, maxLength: 12 }) },
    fc.constantFrom<{ readonly arm?: readonly string[] }>({ arm: ['a'] }, { arm: ['never'] }, { arm: [] }, {}),
  ),
  { maxLength: 40 },
);

test('what nobody stops goes on to the byte, and what is stopped goes on whole', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const { read, end, arm, judge, out, events } = direction();
      let sent = '';
      let stops = false;
      let key = 0;
      for (const step of given) {
        if (typeof step === 'string') {
          sent += step;
          read(step);
        } else if (step.arm) {
          stops ||= step.arm.includes('a');
          arm(...step.arm);
        } else judge.verdict(++key, { do: 'forward' });
      }
      end();
      if (!stops) expect(out()).toBe(sent);
      expect(out().length).toBe(sent.length);
      expect(out().split('\n').sort()).toEqual(sent.split('\n').sort());
      const lines = (text: string): string[] =>
        text.split('\n').slice(0, text.endsWith('\n') || text === '' ? -1 : undefined);
      // What the author sent, and what went on, as the recording tells them.
      expect(messages(events, ({ of }) => of === undefined)).toEqual(lines(sent));
      expect(messages(events, ({ leg }) => leg !== 'client')).toEqual(lines(out()));
    }),
    { numRuns: runs(300) },
  );
});

test('a judge that fails lets what waits go on, and the line that it failed at', () => {
  const failures: unknown[] = [];
  const { read, end, arm, judge, out } = direction((error) => {
    failures.push(error);
    judge.alone('go');
  });
  arm('a');
  read('a\n');
  judge.judge = () => {
    throw new Error('broken');
  };
  read('b\nc');
  expect(out()).toBe('a\nb\nc');
  end();
  expect([out(), failures.length]).toEqual(['a\nb\nc', 1]);
});

test('beyond what may wait the oldest goes on', () => {
  const { read, arm, out, events } = direction(undefined, 2 * 1024 + 100);
  arm('a');
  read('a1\na2\na3\na4\n');
  expect(out()).toBe('a1\na2\n');
  expect(events).toContainEqual(expect.objectContaining({ k: 'tap', act: 'forward', by: 'limit' }));
});

test('when the judge fails in the middle of a piece, the rest of it goes on, too', () => {
  const failures: unknown[] = [];
  const { read, arm, judge, out } = direction((error) => failures.push(error));
  arm('never');
  judge.judge = () => {
    judge.alone('go');
    throw new Error('a mistake');
  };
  read('{}\n{"be');
  read('gun":1}\n');
  expect(out()).toBe('{}\n{"begun":1}\n');
  expect(failures.length).toBeGreaterThan(0);
});
