/** A recording of a server, made as `mcp-lifeline record` makes one. */
import type { HeldRecording as Recorded } from '#shared/recording';
import { type CommandIo, EXIT } from '../command/index.ts';
import { recordLine } from '../record/args.ts';
import { record } from '../record/command.ts';
import { readRecording } from './read.ts';
import { type RecordOptions, type ServerTarget, serverWords, sessionWords } from './server-words.ts';

/** Where the recording is written meanwhile, for which test, and what ends it early. */
export interface RecordingRun {
  readonly out: string;
  readonly test: string;
  readonly signal: AbortSignal;
}

/** Record a server. Without a session it rejects with the sentence of the command. */
export async function recordServer(
  server: ServerTarget,
  { exercise = false, yes = false, answers, ...session }: RecordOptions,
  { out, test, signal }: RecordingRun,
): Promise<Recorded> {
  const { options, target } = serverWords(server);
  const flags = [...(exercise ? ['--exercise'] : []), ...(yes ? ['--yes'] : [])];
  const given = answers === undefined ? [] : ['--answers', answers];
  const labels = ['--test', test];
  const words = [
    '--json',
    '--out',
    out,
    ...flags,
    ...given,
    ...labels,
    ...sessionWords(session),
    ...options,
    ...target,
  ];
  const request = recordLine.read(words);
  if (request.type === 'wrong') throw new Error(request.sentence);
  if (request.type === 'help') throw new Error('There is nothing to record.');
  const { io, said } = quietIo(signal);
  const printed: string[] = [];
  const code = await record(request, { ...io, print: (text) => void printed.push(text) });
  if (code === EXIT.good || code === EXIT.bad) return readRecording(out);
  throw new Error(said() || `Couldn’t connect: ${printed.join('').trim()}`);
}

/** Words for a command that `signal` ends. */
export function quietIo(signal: AbortSignal): { readonly io: CommandIo; readonly said: () => string } {
  const warnings: string[] = [];
  const io: CommandIo = {
    say: () => undefined,
    warn: (line) => void warnings.push(line),
    print: () => undefined,
    signal,
    env: process.env,
  };
  return { io, said: () => warnings.join('\n') };
}
