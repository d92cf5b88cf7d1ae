/**
 * Our schemas against the official ones: the same verdict on the specification's examples and on thousands of generated
 * messages, but for the differences that are listed with their reasons.
 */
import { isFuzz, runs, seed } from '../../../seed.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkMessage, SCHEMA_REVISIONS, type SchemaRevision } from '#shared/mcp/schema';
import { checkType } from '../check-type.ts';
import { generatedCases, typeCases } from './generated-cases.ts';
import { ruleCases, sequenceCases, type SpecCase } from './spec-cases.ts';
import { DIFFERENCES, type Difference } from './differences.ts';
import { HAS_SPEC, Official, SPEC, type Case } from './official.ts';

const LEAST = runs(10_000);
const SEED = seed(20261120);

const problems = (
  revision: SchemaRevision,
  { message, context, type }: Case,
): readonly { at: string; message: string }[] =>
  type === undefined ? checkMessage(revision, message, context) : (checkType(revision, type, message) ?? []);
const ours = (revision: SchemaRevision, each: Case): boolean => problems(revision, each).length === 0;

/** One revision's official schema, with none, one or all of our differences. */
class Oracle {
  readonly #revision: SchemaRevision;
  readonly #listed: readonly Difference[];
  readonly #plain: Official;
  readonly #all: Official;
  readonly #single = new Map<Difference, Official>();
  readonly seen = new Set<string>();

  constructor(revision: SchemaRevision) {
    this.#revision = revision;
    this.#listed = DIFFERENCES.filter(({ revisions }) => revisions.includes(revision));
    this.#plain = new Official(revision);
    this.#all = new Official(
      revision,
      this.#listed.flatMap(({ patch }) => patch ?? []),
    );
  }

  /** Undefined when the verdicts agree or a listed difference explains why not; words otherwise. */
  disagreement(each: Case): string | undefined {
    const mine = ours(this.#revision, each);
    const official = this.#plain.valid(each);
    if (mine !== official) this.#explain(each, mine);
    const expected = this.#expected(each);
    if (expected === 'not compared' || mine === expected) return undefined;
    const found = problems(this.#revision, each).slice(0, 3);
    return `${this.#revision}: ours ${mine}, official ${official}, with differences ${expected}\n${JSON.stringify(each)}\n${JSON.stringify(found)}`;
  }

  #expected(each: Case): boolean | 'not compared' {
    for (const { verdict } of this.#listed) {
      const own = verdict?.(each);
      if (own !== undefined) return own;
    }
    return this.#all.valid(each);
  }

  /** Note which differences alone make the official verdict ours. */
  #explain(each: Case, mine: boolean): void {
    for (const difference of this.#listed) {
      if (this.seen.has(difference.name)) continue;
      const own = difference.verdict?.(each);
      if (own !== undefined || (difference.patch && this.#only(difference).valid(each) === mine))
        this.seen.add(difference.name);
    }
  }

  #only(difference: Difference): Official {
    const known = this.#single.get(difference);
    if (known) return known;
    const made = new Official(this.#revision, difference.patch ? [difference.patch] : []);
    this.#single.set(difference, made);
    return made;
  }
}

if (!HAS_SPEC) console.log(`No ${SPEC.pathname}: our schemas were not compared with the official ones.`);

describe.skipIf(!HAS_SPEC)('the official schemas', () => {
  const oracles = new Map<SchemaRevision, Oracle>();
  const oracle = (revision: SchemaRevision): Oracle => {
    const made = oracles.get(revision) ?? new Oracle(revision);
    oracles.set(revision, made);
    return made;
  };
  const disagreements = (cases: readonly (Case & { readonly revision: SchemaRevision })[]): string[] =>
    cases.flatMap((each) => oracle(each.revision).disagreement(each) ?? []);

  let rules: SpecCase[] = [];
  beforeAll(async () => {
    rules = await ruleCases();
  });

  it('judge the ten sessions as ours do', () => {
    const cases = sequenceCases();
    expect(cases.length).toBeGreaterThan(150);
    expect(disagreements(cases)).toEqual([]);
  });

  it('judge the examples of the rules as ours do', () => {
    expect(rules.length).toBeGreaterThan(800);
    expect(disagreements(rules)).toEqual([]);
  });

  it('and ours reject what the rules mark as invalid', () => {
    const marked = rules.filter(({ marked }) => marked === 'invalid');
    expect(marked.length).toBeGreaterThan(40);
    expect(marked.filter((each) => ours(each.revision, each)).map(({ from }) => from)).toEqual([]);
  });

  test.each(SCHEMA_REVISIONS)(`judge ${LEAST} generated messages of %s as ours do`, (revision) => {
    const cases = generatedCases(revision, LEAST, SEED);
    const valid = cases.filter((each) => ours(revision, each)).length;
    expect(cases.length).toBeGreaterThanOrEqual(LEAST);
    // Neither verdict is rare, or the comparison would say little.
    expect(valid / cases.length).toBeGreaterThan(0.2);
    expect(valid / cases.length).toBeLessThan(0.8);
    expect(disagreements(cases.map((each) => ({ ...each, revision }))).slice(0, 3)).toEqual([]);
  });

  test.each(SCHEMA_REVISIONS)('judge every single fault in every type of %s as ours do', (revision) => {
    const cases = typeCases(revision, SEED);
    expect(cases.length).toBeGreaterThan(LEAST);
    expect(disagreements(cases.map((each) => ({ ...each, revision }))).slice(0, 3)).toEqual([]);
  });

  // Some are so rare that only very many cases meet them.
  it.runIf(isFuzz)('differ wherever a difference is listed', () => {
    const listed = DIFFERENCES.flatMap(({ name, revisions }) => revisions.map((revision) => `${revision}: ${name}`));
    const seen = [...oracles].flatMap(([revision, { seen: names }]) =>
      [...names].map((name) => `${revision}: ${name}`),
    );
    expect(listed.filter((each) => !seen.includes(each))).toEqual([]);
  });

  afterAll(() => oracles.clear());
});
