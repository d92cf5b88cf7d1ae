/** What `--same` connects to, shown and agreed to before anything runs: the recording may come from a stranger. */
import { visibleText } from '#shared/plain-text';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { CommandIo } from '../command/index.ts';
import { NOT_SHOWN, type Told } from '../report/index.ts';
import type { RerunRequest } from './args.ts';
import { askYesNo, canAsk } from './ask.ts';

/** The command, its folder and the names of its variables, or the address and the names of its headers, a line each. */
function targetLines(spec: ConnectSpec): string[] {
  const names = (title: string, all: readonly string[]): string[] =>
    all.length === 0 ? [] : [`  ${title}: ${all.map((name) => word(name)).join(', ')}`];
  if (spec.transport === 'streamable-http')
    return [
      'The recording names this URL:',
      `  URL: ${word(spec.url)}`,
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

/** Blank space that would push what follows it out of sight. */
const LONG_BLANK = /[^\S\n]{20,}/g;

/** One word of a command: in quotes where it would not be seen as one. */
function word(text: string): string {
  // Never cut: what a person does not see is not agreed to. A system takes arguments of 128 KiB at the most.
  const visible = visibleText(text).replaceAll(LONG_BLANK, (blank) => `${blank.slice(0, 4)}‹${blank.length} spaces›`);
  return text === '' || /[\s"']/.test(text) ? `"${visible.replaceAll('"', '\\"')}"` : visible;
}

/** Show the target and ask. Gives a sentence if refused. `told` hides secrets in the lines, and then this is said. */
export async function agreeToTarget(
  spec: ConnectSpec,
  { consent }: Pick<RerunRequest, 'consent'>,
  { warn, signal, told = (value) => value }: Pick<CommandIo, 'warn' | 'signal'> & { readonly told?: Told | undefined },
): Promise<string | undefined> {
  const lines = targetLines(spec);
  for (const line of lines) warn(told(line));
  if (lines.some((line) => told(line) !== line)) warn(NOT_SHOWN);
  const isCommand = spec.transport === 'stdio';
  if (consent === 'all') return undefined;
  if (!canAsk())
    return isCommand
      ? 'Nothing was started: without a terminal, agree to the command with --yes, or give it after “--”.'
      : 'Nothing was sent: without a terminal, agree to the URL with --yes, or give it in place of --same.';
  if (await askYesNo(isCommand ? 'Start it?' : 'Connect to it?', signal)) return undefined;
  return isCommand ? 'Nothing was started.' : 'Nothing was sent.';
}
