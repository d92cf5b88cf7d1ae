/** A server that ends by itself while the session is ended. */
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { StdioTransport } from '../../../../relay/stdio/index.ts';

test('a process that exits while the session is closed is not started again', async () => {
  const seen: EventBody[] = [];
  let closed: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    const transport = new StdioTransport(
      { transport: 'stdio', command: process.execPath, args: ['-e', 'process.exit(3)'], env: {} },
      (bodies) => {
        seen.push(...bodies);
        // The exit is known, and what follows from it is not decided yet.
        if (bodies.some((body) => body.k === 'process' && body.event === 'exit'))
          closed = transport.close({ reason: 'user' });
        if (bodies.some((body) => body.k === 'connection' && /^(?:closed|restarted)$/.test(body.event))) resolve();
      },
    );
    transport.open({
      restartOnExit: () => seen.filter((body) => body.k === 'process' && body.event === 'exit').length < 2,
    });
  });
  await closed;
  expect(seen.filter((body) => body.k === 'process' && body.event === 'spawn')).toHaveLength(1);
  expect(seen.at(-1)).toMatchObject({ k: 'connection', event: 'closed', reason: 'server-exited' });
});
