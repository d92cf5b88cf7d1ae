/** What Vitest 3 and 4 declare of their assertions: one type parameter (which is `any` by default there), on top of those of Chai. */
declare global {
  namespace Chai {
    interface Assertion {
      readonly not: Assertion;
      containSubset: (expected: unknown) => Assertion;
    }
  }
}

type ChaiAssertion<A, T> = {
  [K in keyof A]: A[K] extends Chai.Assertion
    ? Assertion<T>
    : A[K] extends (...args: never[]) => unknown
      ? A[K]
      : ChaiAssertion<A[K], T>;
};
export interface Assertion<T = unknown> extends ChaiAssertion<Chai.Assertion, T> {
  toBe: <E>(expected: E) => void;
}
export declare const expect: <T>(actual: T, message?: string) => Assertion<T>;
export type TestAPI<ExtraContext = object> = (name: string, fn: (context: ExtraContext) => unknown) => void;
