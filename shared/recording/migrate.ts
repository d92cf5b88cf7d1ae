/**
 * Older recordings to the present form, step by step: each step leads from one version to the next, on the parsed header and on
 * each parsed event, before anything else looks at them. A step maps one event to one event, so numbers stay as they are; it
 * takes any fields, keeps those it does not know, and never throws. Version 1 is the first, so there is no step yet.
 */
import { FORMAT_VERSION } from './header.ts';

export type Fields = { readonly [name: string]: unknown };

export interface MigrationStep {
  /** The version that it reads; it gives the next one. */
  readonly from: number;
  header(fields: Fields): Fields;
  event(fields: Fields): Fields;
}

/** A whole chain of steps as one. The header it gives has the version it leads to. */
export type Migration = Omit<MigrationStep, 'from'>;

/** A version to read files as, and the steps that lead there. */
export interface Format {
  readonly version: number;
  readonly steps: readonly MigrationStep[];
}

export const FORMAT: Format = { version: FORMAT_VERSION, steps: [] };

/** The steps from `version` on; undefined for a version that is newer than the format, or that no chain of steps leads on from. */
export function migrationFrom(version: number, { version: to, steps }: Format = FORMAT): Migration | undefined {
  if (version > to) return undefined;
  const chain: MigrationStep[] = [];
  for (let at = version; at < to; at++) {
    const step = steps.find(({ from }) => from === at);
    if (!step) return undefined;
    chain.push(step);
  }
  return {
    header: (fields) => ({ ...chain.reduce((before, step) => step.header(before), fields), mcprec: to }),
    event: (fields) => chain.reduce((before, step) => step.event(before), fields),
  };
}
