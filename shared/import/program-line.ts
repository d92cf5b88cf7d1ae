/** A command line that a log tells, as the connection it makes. Words in quotation marks keep their spaces. */
import type { Connection } from '#shared/recording';

/** Longer ones are cut: a command line is for reading here. */
const LONGEST = 8192;

export function commandOf(line: string): Connection {
  const words = [...line.slice(0, LONGEST).matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  const [command = '', ...args] = words;
  return { transport: 'stdio', command, args };
}
