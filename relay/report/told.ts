/** What a command tells about recordings, on the terminal and in reports: without their secrets, unless a person says otherwise. */
import type { Recorded } from '#shared/recording';
import { ShownRedactor } from '#shared/redact';
import type { CommandIo } from '../command/index.ts';

/** Gives plain data (a text, a comparison) with secrets replaced, unless they are wanted. */
export type Told = <Value>(value: Value) => Value;

/** Redacts what is derived from these recordings, or gives it unchanged. */
export function tellingOf(recordings: readonly Recorded[], redact: boolean): Told {
  if (!redact) return (value) => value;
  // The recordings are read only when something is redacted.
  let redactor: ShownRedactor | undefined;
  return (value) => (redactor ??= new ShownRedactor(recordings)).redact(value);
}

/** A person has to see what to decide about: a recording can make a command or a tool's name look like a secret. */
export const NOT_SHOWN = 'Values that look like secrets are hidden here; use --no-redact to see them before you agree.';

/** A text that a person decides by, with a note when redaction changes it. */
export const tellingAll = (text: string, told: Told): string => (told(text) === text ? text : `${text} ${NOT_SHOWN}`);

/** `io` whose lines for a person are redacted. What is printed as the result is redacted where it is made. */
export function tellingIo(io: CommandIo, told: Told): CommandIo {
  return { ...io, say: (line) => io.say(told(line)), warn: (line) => io.warn(told(line)) };
}
