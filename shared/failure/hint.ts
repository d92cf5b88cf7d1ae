/** What a server's own words say of the cause: what is missing, and its name. */

/** A name of several words in capitals, or one that says by itself that it is a secret. */
const NAME = String.raw`[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z0-9]{2,}(?:TOKEN|KEY)|DATABASE_URL`;
const LACKS = String.raw`is required|are required|required|missing|not set|must be set|isn't set|unset|not defined|undefined|not provided|is empty|not found|not configured|no value`;
/** Codes in capitals that are no variables. */
const NO_VARIABLE =
  /^(?:ERR_|NODE_MODULE|MODULE_NOT_FOUND|UND_ERR|UNABLE_TO|CERT_|DEPTH_ZERO|SELF_SIGNED|RUST_BACKTRACE|NO_PUBKEY|METHOD_NOT_FOUND)/;

/** An error of another kind, after which some programs print their usage all the same. */
const NOT_USAGE =
  /^\s*error: (?![^\n]*\b(?:arguments?|args?|flags?|options?|commands?|parameters?|usage|required)\b)/im;

/** The first pattern that fits is the hint; its first group, if any, is the name. */
const PATTERNS = [
  ['environment', new RegExp(String.raw`KeyError: ['"](${NAME})['"]`)],
  ['environment', new RegExp(String.raw`\b(${NAME})\b[^\n]{0,60}?\b(?:${LACKS})\b`, 'm')],
  [
    'environment',
    new RegExp(
      String.raw`(?:missing|required|requires|need|set|provide|specify|define|environment variables?|env var)[^\n]{0,60}?\b(${NAME})\b`,
      'im',
    ),
  ],
  // The native part of a dependency, which an install script makes or fetches.
  ['module', /Cannot find module ['"]([^'"\n]+\.node)['"]/],
  // A path outside node_modules is a file of the command or of the server itself; anything else is a dependency.
  ['file', /Cannot find module ['"]((?:\/|\.{1,2}\/|[A-Za-z]:[\\/]|file:)(?:(?!node_modules[\\/])[^'"\n])+)['"]/],
  ['file', /Module not found ['"]([^'"\n]+)['"]/],
  ['file', /Failed to spawn: `([^`\n]+\.\w+)`/],
  ['file', /No such file or directory -- (\S+)/],
  ['file', /Could not open input file: (\S+)/],
  ['file', /\w*sh: (?:\d+: )?(?:cannot open )?(\S+): No such file/],
  ['module', /Cannot find (?:module|package) ['"]([^'"\n]+)['"]/],
  ['module', /No module named ['"]?([\w.-]+)/],
  ['module', /cannot import name ['"](\w+)['"]/],
  ['file', /can't open file ['"]([^'"\n]+)['"]/],
  ['file', /ENOENT: no such file or directory, \w+ ['"]([^'"\n]+)['"]/],
  ['file', /No such file or directory: ['"]([^'"\n]+)['"]/],
  ['file', /(?:jarfile|Unable to access) (\S+\.jar)/],
  ['registry', /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)[^\n]*?(registry\.\S+|pypi\.org|ghcr\.io)/],
  ['package', /npm (?:error|ERR!) 404\s+'?([^'\s]+?)'? is not in (?:this|the npm) registry/],
  ['package', /404 Not Found - GET https?:\/\/[^/\s]+\/([^\s]+)/],
  ['package', /Because (\S+) was not found in the package registry/],
  ['package', /could not determine executable to run/],
  ['runtime', /(Node(?:\.js)?\s*(?:version\s*)?(?:>=?|v)?\s*\d[\w.]*)[^\n]*(?:required|or (?:higher|later|newer))/i],
  ['runtime', /requires?[^\n]*?\b((?:Node(?:\.js)?|Python)\s*(?:version\s*)?(?:[><=~^]+\s*)?v?\d[\w.]*)/i],
  ['runtime', /Requires-Python:?\s*([><=~!\d.,\s]+\d)/i],
  [
    'runtime',
    /EBADENGINE|Unsupported engine|NODE_MODULE_VERSION|ERR_REQUIRE_ESM|ERR_UNKNOWN_FILE_EXTENSION|bad option: --/,
  ],
  ['port', /EADDRINUSE[^\n]*?:(\d+)/],
  ['port', /(?:address already in use|port)\D{0,20}(\d{2,5})\b[^\n]*(?:in use|taken)?/i],
  ['memory', /heap out of memory|MemoryError|Cannot allocate memory|out of memory/i],
  ['program', /spawn (\S+) ENOENT/],
  ['program', /(?:^|\n)(?:\S*sh: )?(?:line )?(?:\d+: )?([\w./@-]+): (?:command )?not found/],
  ['permission', /(?:EACCES|Permission denied|PermissionError)[^\n]*?['"]?(\/[^'"\s]+)?/],
  [
    'key',
    /\b(?:api[ _-]?key|access[ _-]?token|auth(?:entication)?[ _-]?token|credentials?)\b[^\n]*\b(?:required|missing|not set|not provided|not found|provide|invalid)\b/i,
  ],
  [
    'key',
    /\b(?:no|missing|provide|required|requires)\b[^\n]{0,30}\b(?:api[ _-]?key|access[ _-]?token|credentials?)\b/i,
  ],
  ['syntax', /SyntaxError|IndentationError|error TS\d+/],
  ['usage', /^\s*usage:/im],
] as const satisfies readonly (readonly [string, RegExp])[];

/**
 * `environment`: a variable is not set; `key`: an API key or token that has no name; `module`, `file`, `package`, `program`: not there;
 * `runtime`: another version of Node.js or Python; `port`: taken; `registry`: not reached; `memory`: used up; `permission`: denied;
 * `usage`: other arguments; `syntax`: the program cannot be read.
 */
export type HintKind = (typeof PATTERNS)[number][0];

export type Hint = NonNullable<ReturnType<typeof hintIn>>;

/** What the words say with the name of what is missing, or undefined when they say nothing that is known. `text` may be several lines. */
export function hintIn(text: string) {
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const name = match[1]?.trim();
    if (kind === 'environment' && (name === undefined || NO_VARIABLE.test(name) || name !== name.toUpperCase()))
      continue;
    if (kind === 'usage' && NOT_USAGE.test(text.slice(0, match.index))) continue;
    if (kind === 'port' && !/EADDRINUSE|in use|taken/i.test(match[0])) continue;
    return name === undefined || name === '' ? { kind } : { kind, name };
  }
  return undefined;
}
