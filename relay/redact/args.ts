/** The command line of `mcp-lifeline redact`, read: what to look for in which file, or what is wrong with it. */
import { defined } from '#shared/base';
import { RULES, type OwnRule, type RedactionRules } from '#shared/redact';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

export const REDACT_HELP = `Usage: mcp-lifeline redact [options] FILE

Writes a copy of a recording in which secrets are replaced by placeholders: the same secret is ‹secret:1› everywhere. The
original file is not changed.

Options:
  --out FILE          output file (default: FILE with .redacted.mcprec in its name)
  --rule NAME=REGEXP  also redact what this regular expression matches; may be repeated
  --mark TEXT         also redact this text, in any encoding; may be repeated
  --off RULE          switch off a built-in rule; may be repeated
  --list              only list what would be redacted
  --show              also print the secrets themselves
  --json              print one JSON summary to standard output
  --quiet             print one line: the path of the copy, or with --list the number of secrets
  --server NAME       select the server, if a log of another tool contains messages of several
  --help              print this text

Built-in rules: ${RULES.map(({ name }) => name)
  .join(', ')
  .replace(/(.{1,90})(?:, |$)/g, '$1,\n  ')
  .trimEnd()
  .replace(/,$/, '')}

Exit codes: 0 done, with or without secrets; 2 wrong usage; 3 the file can’t be read or the copy can’t be written.
`;

export interface RedactRequest {
  readonly type: 'redact';
  /** Paths as typed. */
  readonly file: string;
  readonly out?: string;
  readonly rules: RedactionRules;
  readonly list: boolean;
  readonly show: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

const wrong = wrongUse('redact');

const OPTIONS = {
  out: { type: 'string' },
  rule: { type: 'string', multiple: true, default: [] as string[] },
  mark: { type: 'string', multiple: true, default: [] as string[] },
  off: { type: 'string', multiple: true, default: [] as string[] },
  list: { type: 'boolean', default: false },
  show: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `redact`. Never throws. */
export function readRedactArgs(argv: readonly string[]): Parsed<RedactRequest> {
  const parsed = parseOptions('redact', { args: [...argv], options: OPTIONS, allowPositionals: true });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [file, second] = positionals;
  if (file === undefined) return wrong('Name a file');
  if (second !== undefined) return wrong('One file at a time');
  const own: OwnRule[] = [];
  for (const text of values.rule) {
    const equals = text.indexOf('=');
    if (equals < 1) return wrong(`--rule “${text}” is not NAME=REGEXP`);
    own.push({ name: text.slice(0, equals), pattern: text.slice(equals + 1), kind: 'regexp' });
  }
  const unknown = values.off.find((name) => !RULES.some((rule) => rule.name === name));
  if (unknown !== undefined) return wrong(`Unknown rule “${unknown}”`);
  if (values.mark.includes('')) return wrong('--mark needs text');
  const { out, list, show, json, quiet, off, mark } = values;
  return { type: 'redact', file, rules: { off, own, marks: mark }, list, show, json, quiet, ...defined({ out }) };
}
