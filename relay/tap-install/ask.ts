/** A question to the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** True when the person says yes; undefined where nobody can be asked, or the command is to end. Never rejects. */
export async function askPerson(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}
