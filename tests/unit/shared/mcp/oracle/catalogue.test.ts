/** The catalogues of methods and error codes against the specification's facts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  definesMethod,
  errorFacts,
  METHODS,
  methodFacts,
  nonStandardMethod,
  senderOf,
  type MethodFacts,
} from '#shared/mcp';
import { SCHEMA_REVISIONS } from '#shared/mcp/schema';
import { HAS_SPEC, SPEC } from './official.ts';

interface SpecMethod {
  readonly method: string;
  readonly kind: string;
  readonly direction: string;
  readonly versions: { readonly since: string | null; readonly until: string | null };
  readonly directionByVersion?: { readonly [revision: string]: string };
  readonly extension?: { readonly id: string; readonly since: string; readonly direction?: string };
  readonly asInputRequest?: { readonly since: string };
  readonly nonStandard?: true;
}
interface SpecCode {
  readonly code: number;
  readonly definedIn: readonly string[];
  readonly retiredIn?: string;
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, SPEC), 'utf8'));
const sides = { 'client→server': 'client', 'server→client': 'server', both: 'both' } as const;
const side = (direction: string): string => sides[direction as keyof typeof sides];

/** Who sends a method in a revision by the specification's facts, or undefined where it is not defined. */
function specSender({ versions, extension, ...method }: SpecMethod, revision: string): string | undefined {
  const core = versions.since !== null && versions.since <= revision && revision <= (versions.until ?? '9999');
  if (core) return side(method.directionByVersion?.[revision] ?? method.direction);
  return extension && extension.since <= revision ? side(extension.direction ?? method.direction) : undefined;
}
const ourSender = (facts: MethodFacts, revision: string): string | undefined =>
  definesMethod(facts, revision) ? senderOf(facts, revision) : undefined;

if (!HAS_SPEC) console.log(`No ${SPEC.pathname}: the catalogues were not compared with the specification's facts.`);

describe.skipIf(!HAS_SPEC)('the facts of the specification', () => {
  it('have the methods of our catalogue', () => {
    const theirs = (read('rules/methods.json') as SpecMethod[]).filter(({ nonStandard }) => !nonStandard);
    expect(theirs.map(({ method }) => method).sort()).toEqual(METHODS.map(({ method }) => method).sort());
    for (const method of theirs) {
      const facts = methodFacts(method.method);
      expect(facts).toMatchObject({ kind: method.kind });
      if (!facts) continue;
      const senders = SCHEMA_REVISIONS.map((revision) => ourSender(facts, revision));
      expect([method.method, senders]).toEqual([
        method.method,
        SCHEMA_REVISIONS.map((each) => specSender(method, each)),
      ]);
      expect([method.method, facts.extension]).toEqual([method.method, method.extension?.id]);
      expect([method.method, facts.asInputRequest]).toEqual([method.method, method.asInputRequest?.since]);
    }
  });

  it('have the names that no revision defines', () => {
    const theirs = (read('rules/methods.json') as SpecMethod[]).filter(({ nonStandard }) => nonStandard);
    expect(theirs.length).toBeGreaterThan(0);
    for (const { method, kind, direction } of theirs)
      expect(nonStandardMethod(method)).toMatchObject({ method, kind, sender: side(direction) });
  });

  it('have the error codes of our catalogue', () => {
    const { codes } = read('rules/error-codes.json') as { readonly codes: readonly SpecCode[] };
    const ranges = ['serverDefined', 'serverDefinedLegacy', 'reserved', 'jsonRpcReserved'];
    expect(codes.length).toBeGreaterThan(10);
    for (const { code, definedIn, retiredIn } of codes) {
      for (const revision of SCHEMA_REVISIONS) {
        const facts = errorFacts(code, revision);
        const own = facts !== undefined && !ranges.includes(facts.key) && !facts.retired;
        expect([code, revision, own]).toEqual([code, revision, definedIn.includes(revision)]);
        expect([code, revision, facts?.retired ?? false]).toEqual([code, revision, retiredIn === revision]);
      }
    }
  });
});
