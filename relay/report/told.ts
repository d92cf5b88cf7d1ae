/** What a command tells about recordings, on the terminal and in reports: without their secrets, unless a person says otherwise. */
import type { Recorded } from '#shared/recording';
import { ShownRedactor } from '#shared/redact';
import type { CommandIo } from '../command/index.ts';

/** Gives plain data (a text, a comparison) as it may be told. */
export type Told = <Value>(value: Value) => Value;

/** How what is worked out from these recordings is told: with placeholders in the place of secrets, or as it is. */
export function tellingOf(recordings: readonly Recorded[], redact: boolean): Told {
  if (!redact) return (value) => value;
  // Reading all of the recordings waits until something is told.
  let redactor: ShownRedactor | undefined;
  return (value) => (redactor ??= new ShownRedactor(recordings)).redact(value);
}

/** What a person decides about has to be seen: a recording can make a command or the name of a tool look like a secret. */
export const NOT_SHOWN = 'Values that look like secrets are hidden here; use --no-redact to see them before you agree.';

/** A text that a person decides by, with a word on what of it will not be shown when it is told. */
export const tellingAll = (text: string, told: Told): string => (told(text) === text ? text : `${text} ${NOT_SHOWN}`);

/** `io` whose lines for a person are told like this. What is printed as the result is redacted where it is made. */
export function tellingIo(io: CommandIo, told: Told): CommandIo {
  return { ...io, say: (line) => io.say(told(line)), warn: (line) => io.warn(told(line)) };
}
