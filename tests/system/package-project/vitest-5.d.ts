/** What Vitest 5 declares of its assertions: two type parameters, what a matcher gives and what is looked at. */
declare global {
  namespace Chai {
    interface Assertion {
      readonly not: Assertion;
      containSubset: (expected: unknown) => Assertion;
    }
  }
}

type ChaiAssertion<A, R extends void | Promise<void>, T> = {
  [K in keyof A]: A[K] extends Chai.Assertion
    ? Assertion<R, T>
    : A[K] extends (...args: never[]) => unknown
      ? A[K]
      : ChaiAssertion<A[K], R, T>;
};
export interface Assertion<R extends void | Promise<void> = void, T = unknown> extends ChaiAssertion<
  Chai.Assertion,
  R,
  T
> {
  toBe: <E>(expected: E) => R;
}
export declare const expect: <T>(actual: T, message?: string) => Assertion<void, T>;
export type TestAPI<ExtraContext = object> = (name: string, fn: (context: ExtraContext) => unknown) => void;
