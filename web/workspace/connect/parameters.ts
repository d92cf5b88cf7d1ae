/** Parameters of requests for authorization as people type them: `name=value`, one a line. */
import { protectedParameter } from '#shared/authorization';

/** The parameters in order. Lines that are none, or that would break the check of the answer, are given back as `bad`. */
export function parseParameters(text: string): {
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly bad: readonly string[];
} {
  const parameters: [string, string][] = [];
  const bad: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const equals = line.indexOf('=');
    const pair: [string, string] = [line.slice(0, Math.max(0, equals)).trim(), line.slice(equals + 1).trim()];
    if (pair[0] === '' || protectedParameter([pair]) !== undefined) bad.push(line.trim());
    else parameters.push(pair);
  }
  return { parameters, bad };
}
