/** What `--same` connects to, shown and agreed to before anything runs: the recording may come from a stranger. */
import { visibleText } from '#shared/plain-text';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { CommandIo } from '../command.ts';
import type { RerunRequest } from './args.ts';
import { askYes, canAsk } from './ask.ts';

/** Longest word of a command that is shown whole. */
const LONGEST = 2000;

/** The command, its folder and the names of its variables, or the address and the names of its headers, a line each. */
function targetLines(spec: ConnectSpec): string[] {
  const names = (title: string, all: readonly string[]): string[] =>
    all.length === 0 ? [] : [`  ${title}: ${all.map((name) => word(name)).join(', ')}`];
  if (spec.transport === 'streamable-http')
    return [
      'The recording names this address:',
      `  address: ${word(spec.url)}`,
      ...names(
        'headers',
        spec.headers.map(([name]) => name),
      ),
    ];
  const { command, args, cwd, env } = spec;
  return [
    'The recording names this command:',
    `  command: ${[command, ...args].map(word).join(' ')}`,
    `  folder: ${cwd === undefined ? 'the current one' : word(cwd)}`,
    ...names('variables', Object.keys(env)),
  ];
}

/** One word of a command: in quotes where it would not be seen as one. */
function word(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length - LONGEST} characters more)` : text;
  const visible = visibleText(cut);
  return text === '' || /[\s"']/.test(text) ? `"${visible.replaceAll('"', '\\"')}"` : visible;
}

/** Show what will be connected to, and have it agreed to. Gives a sentence when it is not. */
export async function agreeToTarget(
  spec: ConnectSpec,
  { consent }: Pick<RerunRequest, 'consent'>,
  { warn, signal }: CommandIo,
): Promise<string | undefined> {
  for (const line of targetLines(spec)) warn(line);
  const isCommand = spec.transport === 'stdio';
  if (consent === 'all') return undefined;
  if (!canAsk())
    return isCommand
      ? 'Nothing was started: without a terminal, --yes agrees to the command, or name it after “--”.'
      : 'Nothing was sent: without a terminal, --yes agrees to the address, or name it in place of --same.';
  if (await askYes(isCommand ? 'Start it?' : 'Connect to it?', signal)) return undefined;
  return isCommand ? 'Nothing was started.' : 'Nothing was sent.';
}
