/** `mcp-lifeline redact` as a command of the program. */
import { basename, dirname, join, resolve } from 'node:path';
import { seenJson } from '#shared/export';
import { visibleText } from '#shared/plain-text';
import type { Recorded } from '#shared/recording';
import { planRedaction, redact, RULES, type OwnRule, type RedactionPlan, type RefusedRule } from '#shared/redact';
import {
  commandLine,
  defineCommand,
  ends,
  EXIT,
  ioBeside,
  jsonLine,
  oneFile,
  SERVER_OF,
  written,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import { describedAt } from '../library/index.ts';
import { isSameFile, recordingAt, RecordingFolder, saveRecording } from '../recording/index.ts';

const LINE = commandLine({
  name: 'redact',
  about: `Writes a copy of a recording in which secrets are replaced by placeholders: the same secret is ‹secret:1› everywhere. The
original file is not changed.`,
  column: 22,
  options: {
    'out FILE': 'output file (default: FILE with .redacted.mcprec in its name)',
    'rule NAME=REGEXP…': 'also redact what this regular expression matches; may be repeated',
    'mark TEXT…': 'also redact this text, in any encoding; may be repeated',
    'off RULE…': 'switch off a built-in rule; may be repeated',
    list: 'only list what would be redacted',
    show: 'also print the secrets themselves',
    json: 'print one JSON summary to standard output',
    quiet: 'print one line: the path of the copy, or with --list the number of secrets',
    ...SERVER_OF,
  },
  after: `Built-in rules: ${RULES.map(({ name }) => name)
    .join(', ')
    .replace(/(.{1,90})(?:, |$)/g, '$1,\n  ')
    .trimEnd()
    .replace(/,$/, '')}

Exit codes: 0 done, with or without secrets; 2 wrong usage; 3 the file can’t be read or the copy can’t be written.
`,
  read({ values: { rule, off, mark: marks }, positionals }) {
    const file = oneFile(positionals);
    if ('problem' in file) return file.problem;
    const own: OwnRule[] = [];
    for (const text of rule) {
      const equals = text.indexOf('=');
      if (equals < 1) return `--rule “${text}” is not NAME=REGEXP`;
      own.push({ name: text.slice(0, equals), pattern: text.slice(equals + 1), kind: 'regexp' });
    }
    const unknown = off.find((name) => !RULES.some((each) => each.name === name));
    if (unknown !== undefined) return `Unknown rule “${unknown}”`;
    if (marks.includes('')) return '--mark needs text';
    return { ...file, rules: { off, own, marks } };
  },
});

type RedactRequest = AskedOf<typeof LINE>;

export const redactCommand = defineCommand(LINE, 'data', carryOut);

const REFUSED: { readonly [why in RefusedRule['why']]: string } = {
  'not-a-pattern': 'is not a regular expression',
  'too-costly': 'could be too slow: no nested repetition, no back reference, at most two * or +',
  'matches-nothing': 'matches empty text',
};

async function carryOut(request: RedactRequest, io: CommandIo): Promise<number> {
  const path = resolve(request.file);
  if (request.out !== undefined && isSameFile(path, resolve(request.out))) return wouldReplace(io);
  const recorded = describedAt(path, await recordingAt(path, io));
  const plan = planRedaction(recorded, request.rules);
  for (const { name, why } of plan.refused) io.warn(`The rule “${name}” ${REFUSED[why]}.`);
  if (plan.refused.length > 0) return EXIT.wrongUse;
  const out = resolve(request.out ?? besideOf(path, recorded, plan));
  if (isSameFile(path, out)) return wouldReplace(io);
  const problem = request.list ? undefined : written(out, () => saveRecording(out, redact(recorded, plan)));
  if (problem !== undefined) return ends(io, EXIT.notRun, problem);
  ioBeside(request, io).print(request.json ? summaryJson(plan, request, out, io) : summary(plan, request, out));
  return EXIT.good;
}

function wouldReplace(io: CommandIo): number {
  return ends(io, EXIT.wrongUse, 'The copy would replace the recording itself; name another file with --out.');
}

/** `a.mcprec.gz` → `a.redacted.mcprec.gz`; a name with a secret is replaced by one made from the copy's header. */
function besideOf(path: string, { header }: Recorded, plan: RedactionPlan): string {
  const [, stem = '', gz = ''] = /^(.*?)(?:\.mcprec)?(\.gz)?$/s.exec(basename(path)) ?? [];
  const clean = redact({ header, events: [] }, plan).header;
  const name = tellsOfSecret(stem, header.title, clean.title, plan) ? RecordingFolder.stemOf(clean) : stem;
  return join(dirname(path), `${name}.redacted.mcprec${gz}`);
}

/** True when a file name holds a secret or the start of a title with one: names are cut titles without signs. */
function tellsOfSecret(name: string, title: string, cleanTitle: string, { secrets }: RedactionPlan): boolean {
  const told = lettersOf(name);
  if (title !== cleanTitle && told.includes(lettersOf(title).slice(0, 12))) return true;
  return secrets.some(({ value }) => {
    const letters = lettersOf(value);
    return letters.length > 3 && told.includes(letters);
  });
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

function summaryJson(plan: RedactionPlan, { list, show }: RedactRequest, out: string, { damaged }: CommandIo): string {
  const secrets = plan.secrets.map(({ placeholder, rule, places, value }) => {
    return { placeholder, rule, places: places.length, ...(show ? { value } : {}) };
  });
  return jsonLine({ ...(list ? {} : { recording: out }), secrets, damaged });
}

function summary(plan: RedactionPlan, { list, show, quiet }: RedactRequest, out: string): string {
  const count = plan.secrets.length;
  if (quiet) return `${list ? `${count} ${count === 1 ? 'secret' : 'secrets'}` : visibleText(out)}\n`;
  const lines = plan.secrets.map(({ placeholder, rule, places, value }) => {
    const times = places.length === 1 ? 'once' : `${places.length} times`;
    // As JSON, so that nothing in a value can move a terminal's cursor.
    return `${placeholder}  ${rule}  ${times}${show ? `  ${seenJson(JSON.stringify(value))}` : ''}`;
  });
  if (lines.length === 0) lines.push('No secrets found.');
  if (!list) lines.push(visibleText(out));
  return `${lines.join('\n')}\n`;
}
