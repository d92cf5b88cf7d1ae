/** What a `WWW-Authenticate` asks for (RFC 6750 section 3, RFC 9728 section 5.1). */

interface AskedScheme {
  /** It asks for a token, as `Bearer` or `DPoP`. */
  readonly scheme: boolean;
  readonly error?: string;
  readonly scope?: string;
  readonly metadata?: string;
}

const MEMBERS = {
  error: /(?:^|[\s,])error\s*=\s*/i,
  scope: /(?:^|[\s,])scope\s*=\s*/i,
  metadata: /(?:^|[\s,])resource_metadata\s*=\s*/i,
};

/** The parts of a challenge that are asked for. Takes any text; never throws. */
export function challengeIn(text: string): AskedScheme {
  const within = text.slice(0, 8192);
  const found = Object.entries(MEMBERS).flatMap(([name, pattern]) => {
    const at = pattern.exec(within);
    if (!at) return [];
    const [, quoted, plain] = /^(?:"([^"]*)"|([^\s,"]*))/.exec(within.slice(at.index + at[0].length)) ?? [];
    return [[name, quoted ?? plain ?? ''] as const];
  });
  return { scheme: /(?:^|,\s*)(?:bearer|dpop)(?:\s|,|$)/i.test(within), ...Object.fromEntries(found) };
}
