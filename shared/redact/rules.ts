/** The built-in rules: their names, and the kind that their placeholders carry. */
export interface Rule {
  readonly name: string;
  /** First part of the placeholder: `‹token:1›`. */
  readonly kind: string;
}

/** In the order in which a person reads them. */
export const RULES = [
  /** Credentials in `Authorization` and `Proxy-Authorization`; the scheme stays. */
  { name: 'authorization', kind: 'authorization' },
  /** Values in `Cookie` and `Set-Cookie`; the names stay. */
  { name: 'cookies', kind: 'cookie' },
  /** `Mcp-Session-Id`, and `sessionId` in addresses. */
  { name: 'session-ids', kind: 'session' },
  /** Other headers whose name says that they hold a secret. */
  { name: 'headers', kind: 'secret' },
  /** Passwords and secret query members of addresses. */
  { name: 'addresses', kind: 'secret' },
  /** JSON members whose name says that they hold a secret. */
  { name: 'members', kind: 'secret' },
  /** `Mcp-Param-*` headers that repeat a secret argument. */
  { name: 'mirrors', kind: 'secret' },
  /** `--token X`, `--token=X` on a command line. */
  { name: 'options', kind: 'secret' },
  /** `NAME=value` with a secret name, and values of the variables that were set for the server. */
  { name: 'environment', kind: 'secret' },
  /** Texts that look like a token of a well-known kind. */
  { name: 'tokens', kind: 'token' },
  { name: 'private-keys', kind: 'private-key' },
  { name: 'home-folders', kind: 'home' },
] as const satisfies readonly Rule[];

export type RuleName = (typeof RULES)[number]['name'];

/** The rule under which texts stand that the person marked. */
export const MARKS: Rule = { name: 'marks', kind: 'marked' };

export const kindOf = (name: RuleName): string => RULES.find((rule) => rule.name === name)?.kind ?? 'secret';

/** Kind of a rule of the person's own, made of its name: letters, digits and hyphens. */
export function ownKind(name: string): string {
  const kind = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32);
  return kind.replace(/^-+|-+$/g, '') || 'own';
}
