/** A command line that a log tells, as the connection it makes. Words in quotation marks keep their spaces. */
import type { Connection } from '#shared/recording';

const MAX_LINE_CHARS = 8192;

export function commandOf(line: string): Connection {
  const words = [...line.slice(0, MAX_LINE_CHARS).matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  const [command = '', ...args] = words;
  return { transport: 'stdio', command, args };
}
