/** The arguments of `tap`. Loads nothing but the reader of options: the host waits for its server meanwhile. */
import { parseArgs } from 'node:util';
import { optionSpec, parseTable } from '../../base/index.ts';
import { OTLP, readOtlp, type OtlpTarget } from '../../otlp-options/index.ts';

export const TAP_USAGE = 'tap [--name NAME] [--out FILE] [--rules FILE] [--otlp URL] [--] COMMAND ARGS…';

/** Words after `tap` that make another command (`relay/cli/commands.ts`). */
export const TAP_WORDS = ['install', 'uninstall', 'status'] as const;

export interface TapRequest {
  readonly type: 'tap';
  readonly command: string;
  readonly args: readonly string[];
  readonly name?: string;
  /** The file to write; by default a new one in the folder of recordings. */
  readonly out?: string;
  /** A file of rules, in force from the first byte on. */
  readonly rules?: string;
  readonly otlp?: OtlpTarget;
}

/** Options of the tap over stdio and over HTTP; the text of `out` is for stdio. */
export const TAP = {
  'name NAME': 'title of the recording (default: the command, or the server)',
  'out FILE': 'file to write (default: a new one in the recordings folder). If it exists, a number is added',
  'rules FILE':
    'delay, change, drop or respond to messages by the rules in this file (JSON, comments allowed), to test how a host copes',
  ...OTLP,
  // Accepted because every command accepts it; this one is silent.
  quiet: 'print only errors; over stdio this is always so',
  help: 'print this text',
} as const;

/** The request, `help`, or what is wrong. Never throws. */
export function readTapArgs(argv: readonly string[]): TapRequest | 'help' | { readonly wrong: string } {
  // Some hosts remove the “--”: the command begins at the first word that is no option of the tap.
  const options = optionSpec(TAP);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const { index: end = argv.length, kind } = tokens.find((token) => token.kind !== 'option') ?? {};
  const [command, ...args] = argv.slice(kind === 'option-terminator' ? end + 1 : end);
  let values;
  try {
    ({ values } = parseTable(TAP, argv.slice(0, end)));
  } catch (error) {
    return { wrong: error instanceof Error ? (error.message.split('. ')[0] ?? '') : '' };
  }
  const { help, name, out, rules } = values;
  if (help) return 'help';
  if (command === undefined || command === '') return { wrong: 'The server’s command is missing' };
  if (rules === '') return { wrong: '--rules needs a file' };
  const otlp = readOtlp(values);
  if (typeof otlp === 'string') return { wrong: otlp };
  return {
    type: 'tap',
    command,
    args,
    ...(name ? { name } : {}),
    ...(out ? { out } : {}),
    ...(rules ? { rules } : {}),
    ...(otlp ? { otlp } : {}),
  };
}
