/** `mcp-lifeline export` as a command of the program. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filteredPart, messageAs, partOf, toHtml, toText } from '#shared/export';
import { foundIn } from '#shared/findings';
import { NOT_SELECTED, recordingPieces, type Recorded } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { parseFilter } from '#shared/timeline';
import { ENGLISH, type Words } from '#shared/words';
import { type CommandIo, defineCommand, ends, EXIT, written } from '../command/index.ts';
import { describedAt } from '../library/index.ts';
import { sendTelemetry } from '../otlp/index.ts';
import { isSameFile, recordingAt, saveRecording, writeForOwner } from '../recording/index.ts';
import { exportLine, type ExportForm, type ExportRequest } from './args.ts';

export const exportCommand = defineCommand(exportLine, 'data', carryOut);

async function carryOut(request: ExportRequest, io: CommandIo): Promise<number> {
  const path = resolve(request.file);
  const out = request.out === undefined ? undefined : resolve(request.out);
  if (out !== undefined && isSameFile(path, out))
    return ends(io, EXIT.wrongUse, 'The export would replace the recording itself; name another file with --out.');
  const described = describedAt(path, await recordingAt(path, io));
  const { recorded: whole, sentence: replaced } = request.noRedact ? { recorded: described } : redacted(described);
  const recorded = partWanted(whole, request);
  if (recorded === undefined)
    return ends(io, EXIT.notRun, 'The selected part contains no events, so nothing was written.');
  const { as } = request;
  if ('otlp' in as) {
    const { sent, sentence } = await sendTelemetry(recorded, as.otlp, {
      redact: false,
      events: as.spanEvents,
      waits: io.warn,
    });
    if (!sent) return ends(io, EXIT.notRun, sentence);
    if (replaced !== undefined) io.say(replaced);
    io.say(sentence);
    return EXIT.good;
  }
  const made = await make(recorded, as, io.words ?? ENGLISH);
  if ('sentence' in made) return ends(io, EXIT.notRun, made.sentence);
  const problem = out === undefined ? print(made, io) : written(out, () => save(made, out));
  if (problem !== undefined) return ends(io, EXIT.notRun, problem);
  if (replaced !== undefined) io.say(replaced);
  return EXIT.good;
}

/** The recording without its secrets, and a sentence with how many there were, for a successful export. */
function redacted(recorded: Recorded): { readonly recorded: Recorded; readonly sentence?: string } {
  const plan = planRedaction(recorded);
  const count = plan.secrets.length;
  const replaced = `${count} ${count === 1 ? 'secret was' : 'secrets were'} replaced by placeholders.`;
  return { recorded: redact(recorded, plan), sentence: count === 0 ? 'No secret was found.' : replaced };
}

/** The requested part; undefined when no event is in it. Redaction comes first: a part may lack what gives a secret away. */
function partWanted(recorded: Recorded, { filter, select }: ExportRequest): Recorded | undefined {
  if (!select && filter === '') return recorded;
  const part = select
    ? partOf(recorded, ({ s }) => select.some(([from, to]) => s >= from && s <= to))
    : filteredPart(recorded, filter, parseFilter(filter).asksFindings ? foundIn(recorded) : undefined);
  return isNothingOf(recorded, part) ? undefined : part;
}

/** True when the part has only the gap that stands for all the events. */
function isNothingOf({ events }: Recorded, part: Recorded): boolean {
  const [first, second] = part.events;
  if (second !== undefined) return false;
  return first === undefined || (first.k === 'gap' && first.why === NOT_SELECTED && first.events === events.length);
}

type Made = { readonly text: string } | { readonly recording: Recorded };

type FileForm = Exclude<ExportForm, { readonly otlp: unknown }>;

function print(made: Made, io: CommandIo): undefined {
  for (const piece of 'text' in made ? [made.text] : recordingPieces(made.recording)) io.print(piece);
}

const save = (made: Made, out: string): void =>
  'text' in made ? writeForOwner(out, made.text) : saveRecording(out, made.recording);

async function make(recorded: Recorded, as: FileForm, words: Words): Promise<Made | { readonly sentence: string }> {
  if ('snippet' in as) {
    const text = messageAs(recorded, as.at, as.snippet);
    return text === undefined ? { sentence: `Event ${as.at} can’t be exported as ${as.snippet}.` } : { text };
  }
  if (as.to === 'html') return makePage(recorded);
  if (as.to === 'recording') return { recording: recorded };
  const text = await toText(as.to, recorded, { ...as, words });
  return text === undefined
    ? { sentence: 'The recording contains no HTTP requests, so there is nothing to export as HAR.' }
    : { text };
}

async function makePage(recorded: Recorded): Promise<Made | { readonly sentence: string }> {
  // This file is bundled to dist/relay/cli.js.
  const viewer = fileURLToPath(new URL('../web/viewer.html', import.meta.url));
  if (!existsSync(viewer)) return { sentence: 'The viewer is not built: npm run build makes it.' };
  try {
    return { text: await toHtml(readFileSync(viewer, 'utf8'), recorded) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { sentence: 'The recording is too long for one page; export a part of it with --filter or --select.' };
  }
}
