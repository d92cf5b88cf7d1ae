/** Pairs as people type them, one a line: `NAME=value` for the environment, `Name: value` for headers. */

/** Variables from lines of `NAME=value`. Lines without a name are given back as `bad`. */
export function parseEnvironment(text: string): {
  readonly env: { readonly [name: string]: string };
  readonly bad: readonly string[];
} {
  const env: Record<string, string> = {};
  const bad: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const match = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) env[match[1]] = match[2];
    else bad.push(line);
  }
  return { env, bad };
}

/** Headers from lines of `Name: value`, in order. Lines that are not one are given back as `bad`. */
export function parseHeaders(text: string): {
  readonly headers: readonly (readonly [string, string])[];
  readonly bad: readonly string[];
} {
  const headers: [string, string][] = [];
  const bad: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const match = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:[ \t]*(.*?)[ \t]*$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) headers.push([match[1], match[2]]);
    else bad.push(line);
  }
  return { headers, bad };
}
