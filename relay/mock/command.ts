/** `mcp-lifeline mock` as a command of the program. */
import { resolve } from 'node:path';
import { planMock } from '#shared/mock';
import { defineCommand, EXIT, type CommandIo } from '../command.ts';
import { loadRecording } from '../recording/index.ts';
import { MOCK_HELP, readMockArgs, type MockRequest } from './args.ts';
import { serveHttp } from './serve-http.ts';
import { serveStdio } from './serve-stdio.ts';

export const mockCommand = defineCommand<MockRequest>({
  usage: 'mock [options] FILE',
  summary: 'answer a client as the server of a recording did',
  help: MOCK_HELP,
  output: 'data',
  read: readMockArgs,
  carryOut,
});

async function carryOut(args: MockRequest, io: CommandIo): Promise<number> {
  const loaded = await loadRecording(resolve(args.file));
  if (!loaded.ok) {
    io.warn(loaded.sentence);
    return EXIT.notRun;
  }
  const plan = planMock(loaded.recorded);
  if (plan.calls.length === 0) {
    io.warn(`${args.file} holds no messages of a client.`);
    return EXIT.notRun;
  }
  const { stdin, stdout, stderr } = process;
  if (args.port === undefined) return serveStdio(plan, args.options, { stdin, stdout, stderr, say: io.say }, io.signal);
  const mock = await serveHttp(plan, args.options, args.port, io.say).catch((error: unknown) => {
    io.warn(`The mock can’t listen: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  });
  if (!mock) return EXIT.notRun;
  io.print(`${mock.url}\n`);
  const interrupted = new Promise<number>((done) =>
    io.signal.addEventListener('abort', () => done(EXIT.good), { once: true }),
  );
  const code = await Promise.race([mock.ended, interrupted]);
  await mock.close();
  return code;
}
