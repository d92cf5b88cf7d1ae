/** A server and options of a session as the words of a command line: one reading of them for both. */

/** A server: the address of one over Streamable HTTP, or a command and its arguments, which is started where vitest was. */
export type ServerTarget =
  | string
  | readonly string[]
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } }
  | {
      readonly command: readonly string[];
      readonly env?: { readonly [name: string]: string };
      /** Folder to start it in, relative to the test's file. */
      readonly cwd?: string;
    };

interface SessionOptions {
  /** Call what may change something too: tools that are not marked as read-only, methods that write. */
  readonly yes?: boolean;
  /** Protocol revision (default: what the server speaks; of a run, the recorded one). */
  readonly revision?: string;
  /** Milliseconds after which a request without an answer is given up. */
  readonly timeoutMs?: number;
}

export interface RecordOptions extends SessionOptions {
  /** Also use what the server has: call its tools, read its resources, get its prompts. Default: lists alone. */
  readonly exercise?: boolean;
  /** Path of a JSON file with arguments to use and answers to give, as `mcp-lifeline record --answers` takes it. */
  readonly answers?: string;
}

export interface RerunAgainOptions extends SessionOptions {
  /** Leave out what may change something. Without this and `yes`, a run that would leave something out fails. */
  readonly readOnly?: boolean;
}

/** The options before `--`, and what follows them, for the command lines of record and rerun. */
export function serverWords(server: ServerTarget): { readonly options: string[]; readonly target: string[] } {
  if (typeof server === 'string') return { options: [], target: [server] };
  if ('url' in server) {
    const headers = Object.entries(server.headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    return { options: headers, target: [server.url] };
  }
  if (!('command' in server)) return { options: [], target: ['--', ...server] };
  const env = Object.entries(server.env ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const cwd = server.cwd === undefined ? [] : ['--cwd', server.cwd];
  return { options: [...env, ...cwd], target: ['--', ...server.command] };
}

export function sessionWords({ revision, timeoutMs }: { revision?: string; timeoutMs?: number }): string[] {
  return [
    ...(revision === undefined ? [] : ['--revision', revision]),
    ...(timeoutMs === undefined ? [] : ['--timeout', String(timeoutMs)]),
  ];
}
