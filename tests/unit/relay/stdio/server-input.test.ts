/** Messages for a server's standard input: at once when they come alone, together when they come in a burst, in order. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { INPUT_BOUNDS, ServerInput } from '../../../../relay/stdio/server-input.ts';

test('the first message of a turn is written at once, those after it together', async () => {
  const written: string[] = [];
  const pipe = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      written.push(bytes.toString());
      done();
    },
    writev: (all, done) => {
      written.push(all.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  const input = new ServerInput(pipe, {
    unread: 1000,
    bounds: INPUT_BOUNDS,
    report: () => undefined,
    onLight: () => undefined,
  });
  for (let turn = 0; turn < 2; turn++) {
    for (let n = 0; n < 500; n++) input.write(Buffer.from(`${n} `), false);
    expect(written).toHaveLength(turn * 2 + 1);
    await new Promise(setImmediate);
    expect(written).toHaveLength(turn * 2 + 2);
  }
  const once = Array.from({ length: 500 }, (_, n) => `${n} `).join('');
  expect(written.join('')).toBe(once + once);
  // What waits is not lost when the pipe is closed in the same turn.
  input.write(Buffer.from('a '), false);
  input.write(Buffer.from('b '), false);
  input.end();
  await new Promise((resolve) => pipe.once('finish', resolve));
  expect(written.slice(4).join('')).toBe('a b ');
  input.abandon();
});
