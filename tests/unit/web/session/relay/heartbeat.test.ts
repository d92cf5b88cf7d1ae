/** How a page notices that its relay stands still, and what it knows of what it sent. */
import { expect, test } from 'vitest';
import { Heartbeat, TURN_MS } from '../../../../../web/session/relay/heartbeat.ts';

class Line {
  now = 0;
  readonly pings: number[] = [];
  readonly heartbeat = new Heartbeat<string>(
    (n) => this.pings.push(n),
    () => this.now,
  );

  constructor() {
    this.heartbeat.begin();
  }

  /** Let time pass, with a turn as often as one is due; `answers` says whether the other end does. */
  pass(ms: number, answers: boolean): void {
    for (const end = this.now + ms; this.now < end;) {
      this.now += TURN_MS;
      this.heartbeat.turn();
      if (answers) this.answer();
    }
  }

  answer(): void {
    const n = this.pings.pop();
    if (n === undefined) return;
    this.pings.length = 0;
    this.heartbeat.heard();
    this.heartbeat.confirmed(n);
  }
}

test('an end that answers is never silent, however long nothing happens', () => {
  const line = new Line();
  for (let minute = 0; minute < 60; minute++) {
    line.pass(60_000, true);
    expect(line.heartbeat.silent).toBe(false);
  }
});

test('an end that answers nothing is silent within six seconds, until it answers', () => {
  const line = new Line();
  line.pass(10_000, true);
  line.pass(6000, false);
  expect(line.heartbeat.silent).toBe(true);
  line.pass(60_000, false);
  expect(line.heartbeat.silent).toBe(true);
  line.answer();
  expect(line.heartbeat.silent).toBe(false);
});

test('what is sent to it counts as waiting after a second, and is told when the connection ends', () => {
  const line = new Line();
  line.heartbeat.sent('a');
  line.heartbeat.sent('b');
  expect(line.heartbeat.waiting).toBe(0);
  line.pass(1000, false);
  expect(line.heartbeat.waiting).toBe(2);
  line.pass(2500, false);
  expect(line.heartbeat.silent).toBe(true);
  expect(line.heartbeat.end()).toEqual(['a', 'b']);
  expect(line.heartbeat.silent).toBe(false);
  expect(line.heartbeat.end()).toEqual([]);
});

test('what was sent before a question is confirmed by its answer, what was sent after it by the next', () => {
  const line = new Line();
  line.heartbeat.sent('a');
  line.heartbeat.sent('b');
  // The question went out with the first: its answer says nothing of the second.
  const [asked] = line.pings.splice(0);
  line.heartbeat.confirmed(asked ?? -1);
  line.pass(1000, false);
  expect(line.heartbeat.waiting).toBe(1);
  line.answer();
  expect(line.heartbeat.waiting).toBe(0);
  expect(line.heartbeat.end()).toEqual([]);
});

test('anything that comes is a sign of life, though the answer stands behind it', () => {
  const line = new Line();
  line.heartbeat.sent('a');
  for (let second = 0; second < 60; second++) {
    line.pass(1000, false);
    line.heartbeat.heard();
    expect(line.heartbeat.silent).toBe(false);
  }
  expect(line.heartbeat.waiting).toBe(1);
});

test('a page that itself stood still does not take that for silence of the other end', () => {
  const line = new Line();
  line.heartbeat.sent('a');
  line.now += 3_600_000;
  line.heartbeat.turn();
  expect(line.heartbeat.silent).toBe(false);
  line.pass(4000, false);
  expect(line.heartbeat.silent).toBe(true);
});
