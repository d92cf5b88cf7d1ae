/** Secrets in what a server logs, as far as their shape or name gives them away. */
import { escapeName } from '#shared/jsonrpc';

export interface FoundSecret {
  /** RFC 6901 pointer below the data. */
  readonly at: string;
  /** What it looks like; never the secret. */
  readonly kind: string;
}

/** Shapes that nothing else has. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['Bearer', /\bBearer [\w.~+/=-]{20}/i],
  ['PRIVATE KEY', /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY-----/],
  ['JWT', /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,2000}\.[\w-]{8}/],
  [
    'API key',
    /\b(?:sk-[\w-]{20}|sk_live_\w{16}|gh[pousr]_\w{30}|github_pat_\w{20}|glpat-[\w-]{20}|xox[abprs]-[\w-]{10}|AKIA[0-9A-Z]{16}|AIza[\w-]{30})/,
  ],
];
const NAMES =
  /^(?:\w*[_-])?(?:password|passwd|secret|token)$|^(?:access|refresh|auth|id|api|bearer)Token$|^clientSecret$|^(?:x-)?api[_-]?key$/i;
/** Tokens that are none of access. */
const HARMLESS = /^(?:progress|page|next|cursor|continuation|sync)[_-]?token$/i;
/** What stands for a secret that was left out. */
const MASKED =
  /^[\s*•x.#-]*$|\*{3}|^[[<({]|‹|redacted|hidden|masked|^(?:none|null|undefined|true|false|unset|missing)$/i;
const MAX_VALUE_COUNT = 2000;
const MAX_VALUE_CHARS = 20_000;

/** The first secret in a value, or undefined. Never throws; looks at the beginning of what is very large. */
export function secretIn(data: unknown): FoundSecret | undefined {
  if (typeof data === 'string') {
    const kind = kindOf(data.slice(0, MAX_VALUE_CHARS), '');
    return kind === undefined ? undefined : { at: '', kind };
  }
  const waiting: (readonly [value: unknown, at: string, name: string])[] = [[data, '', '']];
  for (let next = 0; next < waiting.length && next < MAX_VALUE_COUNT; next++) {
    const [value, at, name] = waiting[next] ?? [undefined, '', ''];
    if (typeof value === 'string') {
      const kind = kindOf(value.slice(0, MAX_VALUE_CHARS), name);
      if (kind !== undefined) return { at, kind };
    } else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        if (waiting.length >= MAX_VALUE_COUNT) break;
        waiting.push([each, `${at}/${escapeName(key)}`, key]);
      }
  }
  return undefined;
}

/** What every shape has, looked for at once: most texts have none of it. */
const SIGNS = /bearer |PRIVATE KEY|eyJ|sk[-_]|gh[pousr]_|github_pat_|glpat-|xox|AKIA|AIza/i;

function kindOf(text: string, name: string): string | undefined {
  const shape = SIGNS.test(text) ? SHAPES.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
  if (shape !== undefined) return shape;
  return NAMES.test(name.slice(0, 100)) && !HARMLESS.test(name.slice(0, 100)) && !MASKED.test(text) ? name : undefined;
}
