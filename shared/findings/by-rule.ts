/** What is kept of each rule apart from its facts: tables by category, and one of all. */
import type { CATALOGUE } from './catalogue/index.ts';

type Catalogue = typeof CATALOGUE;
type RuleId = { readonly [category in keyof Catalogue]: keyof Catalogue[category] }[keyof Catalogue];
type ByRule<Value, Without> = {
  readonly [category in keyof Catalogue]: { readonly [id in Exclude<keyof Catalogue[category], Without>]: Value };
};
type NoOthers<All> = {
  readonly [category in keyof All]: { readonly [id in keyof All[category]]: id extends RuleId ? unknown : never };
};

/** Joins category tables by rule id. Missing or unknown rules do not compile; `Without` are rules without a value. */
export const byRule =
  <Value, Without extends string = never>() =>
  <All extends ByRule<Value, Without>>(all: All & NoOthers<All>): { readonly [id: string]: Value } =>
    Object.fromEntries(Object.values(all).flatMap((each) => Object.entries(each as { readonly [id: string]: Value })));
