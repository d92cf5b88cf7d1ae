/** What two runs of one plan differ in, for a terminal. */
import { addMasks, maskWords, redactedMasks, type Masks, type Suggestions } from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import { ENGLISH } from '#shared/words';
import { ends, EXIT, jsonLine, written, type CommandIo } from '../command/index.ts';
import type { Told } from './told.ts';

const MAX_VALUE_CHARS = 100;

/** `3 values differ between the runs and could be masked; 1 thing comes and goes.` */
export function calibrationWords({ suggested, unsteady }: Suggestions, { common, comparison } = ENGLISH): string {
  const { none, values, things } = comparison.calibration;
  const parts = [
    ...(suggested.length > 0 ? [values(suggested.length)] : []),
    ...(unsteady.length > 0 ? [things(unsteady.length)] : []),
  ];
  return parts.length === 0 ? none : `${parts.join(common.semicolon)}${comparison.stop}`;
}

/** Values that could be masked, each with those of the two runs, and what no mask covers, one line each. */
export function suggestionLines({ suggested, unsteady }: Suggestions, { common, comparison } = ENGLISH): string[] {
  const t = comparison.calibration;
  const where = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');
  const short = (text: string): string => (text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text);
  return [
    ...suggested.flatMap(({ mask, covers, evidence }) => [
      t.maskable(maskWords(mask), where(mask.method, mask.about), covers),
      ...evidence.map(({ before, after }) => `    ${short(before)} / ${short(after)}`),
    ]),
    ...unsteady.map(({ verdict, method, about, what }) => {
      const how = what === undefined ? t.only[verdict] : `${t.only[verdict]}${comparison.comma}${what}`;
      return `${t.unsteady}${common.colon}${where(method, about)}${common.aside(how)}`;
    }),
  ].map((line) => visibleText(line));
}

export interface Calibration {
  readonly request: { readonly json: boolean; readonly quiet: boolean; readonly writeMasks: boolean };
  /** The masks that apply already, and the file to which suggested ones are added on request. */
  readonly masks: Masks;
  readonly file: string;
  readonly save: (file: string, masks: Masks) => void;
  readonly told: Told;
  readonly head?: object;
  /** Printed when masks are suggested and not written. */
  readonly unwritten?: string;
  /** Printed last, when something is in one run only. */
  readonly advice?: string;
}

/** Print the suggestions, add them to the masks file on request, and print the verdict last. Gives the exit code. */
export function offerMasks(suggestions: Suggestions, calibration: Calibration, io: CommandIo): number {
  const { suggested, unsteady } = suggestions;
  const { request, masks, file, save, told, head, unwritten, advice } = calibration;
  const shown = told(suggestions);
  if (request.json) io.print(jsonLine({ ...head, ...shown, damaged: io.damaged }));
  else if (!request.quiet) for (const line of suggestionLines(shown, io.words)) io.print(`${line}\n`);
  if (suggested.length > 0 && request.writeMasks) {
    const found = suggested.map(({ mask }) => mask);
    const problem = written(file, () => save(file, addMasks(masks, redactedMasks(found, told))));
    if (problem !== undefined) return ends(io, EXIT.notRun, problem);
    io.say(`Written: ${file}.`);
  } else if (suggested.length > 0 && unwritten !== undefined) io.say(unwritten);
  if (!request.json) {
    io.print(`${calibrationWords(suggestions, io.words)}\n`);
    if (unsteady.length > 0 && !request.quiet && advice !== undefined) io.print(`${told(advice)}\n`);
  }
  return suggested.length + unsteady.length === 0 ? EXIT.good : EXIT.bad;
}
