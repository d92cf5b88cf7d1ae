/** The command `tap`, which stands between programs over stdio or, with `--listen`, over HTTP. */
import { defined, errorText } from '#shared/base';
import { UnreadableFile } from '../../base/index.ts';
import { defineCommand, ends, EXIT, type CliCommand, type CommandIo } from '../../command/index.ts';
import { readTapArgs, recorderOf, rulesIn, startedNow, written } from '../stdio/index.ts';
import { isHttpTap, tapLine, type HttpTapRequest } from './args.ts';
import { ArmedProxy } from './armed.ts';
import type { From, HttpHappened } from './copy.ts';
import { serveTap } from './serve-tap.ts';
import { Target } from './target.ts';

const RECORDER = new URL('tap-http-recorder.js', import.meta.url);

const httpTap = defineCommand(tapLine, 'data', carryOut);

export const tapCommand: CliCommand = {
  run(argv, io) {
    if (isHttpTap(argv)) return httpTap.run(argv, io);
    // Over stdio the program's entry starts it (`relay/cli/entry.ts`), unless something is wrong.
    const request = readTapArgs(argv);
    if (request === 'help') {
      io.print(tapLine.help);
      return Promise.resolve(EXIT.good);
    }
    const why = 'wrong' in request ? request.wrong : '“tap” must come first, with no option before it';
    return Promise.resolve(ends(io, EXIT.wrongUse, `${why}. Try mcp-lifeline tap --help.`));
  },
};

async function carryOut(
  { port, to, settings, allowHosts, name, out, otlp, rules: file }: HttpTapRequest,
  io: CommandIo,
): Promise<number> {
  const rules = file === undefined ? undefined : rulesIn(file);
  if (typeof rules === 'string') return ends(io, EXIT.wrongUse, rules);
  let target: Target;
  try {
    target = new Target(to, settings);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return ends(io, EXIT.wrongUse, errorText(error));
  }
  if (settings.unverified) io.warn('WARNING: certificates are not verified (--insecure).');
  const own = { transport: 'http', to, ...defined({ name, out, otlp }) };
  const { thread, copies } = recorderOf<From, HttpHappened>(RECORDER, startedNow(), own);
  const armed = new ArmedProxy(target, copies, rules);
  thread.onWord = armed.take;
  thread.onReplaced = io.warn;
  try {
    const tap = await serveTap(port, armed, allowHosts);
    if (!tap) return ends(io, EXIT.notRun, `Port ${port} is taken.`);
    io.print(`http://127.0.0.1:${tap.port}${target.path}\n`);
    io.say(`Give clients this URL instead of ${to}. All traffic is recorded; press Ctrl+C to stop.`);
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve();
      io.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await tap.close();
  } catch (error) {
    return ends(io, EXIT.notRun, `The tap can’t listen: ${errorText(error)}.`);
  }
  const [lacking, ...others] = await written(thread, copies, io.warn);
  if (lacking !== undefined) io.warn(lacking);
  if (others.length > 0) io.warn(`Recordings of other sessions that are incomplete: ${others.length}.`);
  return EXIT.good;
}
