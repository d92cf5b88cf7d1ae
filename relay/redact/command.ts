/** `mcp-lifeline redact` as a command of the program. */
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { seenJson } from '#shared/export';
import { planRedaction, redact, type RedactionPlan, type RefusedRule } from '#shared/redact';
import { defineCommand, EXIT, type CommandIo } from '../command.ts';
import { loadRecording, saveRecording, shortOf } from '../recording/index.ts';
import { readRedactArgs, REDACT_HELP, type RedactRequest } from './args.ts';

export const redactCommand = defineCommand<RedactRequest>({
  usage: 'redact [options] FILE',
  summary: 'copy a recording without its secrets',
  help: REDACT_HELP,
  read: readRedactArgs,
  carryOut,
});

const REFUSED: { readonly [why in RefusedRule['why']]: string } = {
  'not-a-pattern': 'is not a regular expression',
  'too-costly': 'may take time without bound: no repetition inside repetition, no back reference, two * or + at most',
  'matches-nothing': 'matches the empty text',
};

async function carryOut(request: RedactRequest, io: CommandIo): Promise<number> {
  const path = resolve(request.file);
  const out = resolve(request.out ?? besideOf(path));
  if (isSame(path, out)) {
    io.warn('The copy would replace the recording itself; name another file with --out.');
    return EXIT.wrongUse;
  }
  const loaded = await loadRecording(path);
  if (!loaded.ok) {
    io.warn(loaded.sentence);
    return EXIT.notRun;
  }
  const plan = planRedaction(loaded.recorded, request.rules);
  for (const { name, why } of plan.refused) io.warn(`The rule “${name}” ${REFUSED[why]}.`);
  if (plan.refused.length > 0) return EXIT.wrongUse;
  const short = shortOf(path, loaded);
  if (short !== undefined) io.say(`${short}; the copy has what comes before.`);
  if (!request.list) {
    try {
      saveRecording(out, redact(loaded.recorded, plan));
    } catch (error) {
      io.warn(`${out} can’t be written: ${error instanceof Error ? error.message : String(error)}.`);
      return EXIT.notRun;
    }
  }
  io.print(request.json ? summaryJson(plan, request, out) : summary(plan, request, out));
  return EXIT.good;
}

/** `a.mcprec.gz` → `a.redacted.mcprec.gz`. */
function besideOf(path: string): string {
  const [, stem = path, gz = ''] = /^(.*?)(?:\.mcprec)?(\.gz)?$/s.exec(path) ?? [];
  return `${stem}.redacted.mcprec${gz}`;
}

/** True when two paths are one file, by whatever names. */
function isSame(path: string, out: string): boolean {
  return path === out || (existsSync(path) && existsSync(out) && realpathSync(path) === realpathSync(out));
}

interface Line {
  readonly placeholder: string;
  readonly rule: string;
  readonly places: number;
  readonly value?: string;
}

function linesOf({ secrets }: RedactionPlan, show: boolean): Line[] {
  return secrets.map(({ placeholder, rule, places, value }) => ({
    placeholder,
    rule,
    places: places.length,
    ...(show ? { value } : {}),
  }));
}

function summaryJson(plan: RedactionPlan, { list, show }: RedactRequest, out: string): string {
  return `${seenJson(JSON.stringify({ ...(list ? {} : { recording: out }), secrets: linesOf(plan, show) }))}\n`;
}

function summary(plan: RedactionPlan, { list, show }: RedactRequest, out: string): string {
  const lines = linesOf(plan, show).map(({ placeholder, rule, places, value }) => {
    const times = places === 1 ? 'once' : `${places} times`;
    // As JSON, so that nothing in a value can move a terminal's cursor.
    return `${placeholder}  ${rule}  ${times}${value === undefined ? '' : `  ${seenJson(JSON.stringify(value))}`}`;
  });
  if (lines.length === 0) lines.push('No secret was found.');
  if (!list) lines.push(out);
  return `${lines.join('\n')}\n`;
}
