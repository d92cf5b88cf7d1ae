/** `mcp-lifeline mock` as a command of the program. */
import { resolve } from 'node:path';
import { errorText } from '#shared/base';
import { faultProblem, planMock, Usage, type MockPlan } from '#shared/mock';
import { visibleText } from '#shared/plain-text';
import { type CommandIo, defineCommand, ends, EXIT } from '../command/index.ts';
import { loadRecording } from '../recording/index.ts';
import { mockLine, type MockRequest } from './args.ts';
import { serveHttp } from './serve-http.ts';
import { serveStdio } from './serve-stdio.ts';

export const mockCommand = defineCommand(mockLine, 'data', carryOut);

async function carryOut(args: MockRequest, io: CommandIo): Promise<number> {
  const loaded = await loadRecording(resolve(args.file), io);
  if (!loaded.ok) return ends(io, EXIT.notRun, loaded.sentence);
  const plan = planMock(loaded.recorded);
  if (plan.calls.length === 0) return ends(io, EXIT.notRun, `${args.file} contains no messages from a client.`);
  for (const [index, fault] of args.options.faults.entries()) {
    const problem = faultProblem(fault, plan);
    if (problem === undefined) continue;
    return ends(
      io,
      EXIT.wrongUse,
      visibleText(`“${args.faultTexts[index]}” names nothing in ${args.file}: ${problem}.`),
    );
  }
  const usage = new Usage();
  const code = await served(plan, args, usage, io);
  if (code === undefined) return EXIT.notRun;
  const lines = args.strict ? usage.lines(plan) : [];
  for (const line of lines) io.warn(line);
  return code === EXIT.good && lines.length > 0 ? EXIT.bad : code;
}

/** Serve until it is over. Gives the exit code; undefined when it can't listen, which is said. */
async function served(
  plan: MockPlan,
  { port, options }: MockRequest,
  usage: Usage,
  io: CommandIo,
): Promise<number | undefined> {
  const { stdin, stdout, stderr } = process;
  if (port === undefined) return serveStdio(plan, options, { stdin, stdout, stderr, say: io.say }, io.signal, usage);
  const mock = await serveHttp(plan, options, port, io.say, undefined, usage).catch((error: unknown) => {
    io.warn(`The mock can’t listen: ${errorText(error)}.`);
    return undefined;
  });
  if (!mock) return undefined;
  io.print(`${mock.url}\n`);
  const interrupted = new Promise<number>((done) => {
    if (io.signal.aborted) done(EXIT.good);
    io.signal.addEventListener('abort', () => done(EXIT.good), { once: true });
  });
  const code = await Promise.race([mock.ended, interrupted]);
  await mock.close();
  return code;
}
