/** Findings that are known: a file that a team keeps beside its tests, so that only new ones fail. */
import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';
import { parsedJson, isObject } from '#shared/jsonrpc';
import { findingName, type Finding } from '#shared/findings';
import { writeForOwner } from '../recording/index.ts';
import type { LintedFile } from './linted.ts';

/** A finding without what differs from run to run: event numbers, values, places in lists. */
function nameOf(finding: Finding, { log }: LintedFile): string {
  const { rule, side, of, place } = findingName(finding, log);
  return [rule, side, of.join(' '), place].join(' | ');
}

export type Baseline = ReadonlySet<string>;

/** Read a baseline. Gives a sentence when it can't be used. */
export function readBaseline(path: string): Baseline | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} can’t be read: ${errorText(error)}.`;
  }
  const value = parsedJson(text);
  const known = isObject(value) ? value['known'] : undefined;
  if (!Array.isArray(known) || !known.every((each): each is string => typeof each === 'string'))
    return `${path} is not a baseline of mcp-lifeline lint: it has no list “known”.`;
  return new Set(known);
}

/** The findings of a recording without the known ones, and how many those were. */
export function withoutKnown(
  linted: LintedFile,
  baseline: Baseline,
): { readonly linted: LintedFile; readonly known: number } {
  const findings = linted.findings.filter((finding) => !baseline.has(nameOf(finding, linted)));
  const rules = new Set(findings.map(({ rule }) => rule));
  return { linted: { ...linted, findings, broken: rules.size }, known: linted.findings.length - findings.length };
}

/** Write the findings of these recordings as a baseline. Throws what the system throws. */
export function writeBaseline(path: string, files: readonly LintedFile[]): void {
  const known = [...new Set(files.flatMap((linted) => linted.findings.map((each) => nameOf(each, linted))))].sort();
  writeForOwner(path, `${JSON.stringify({ known }, undefined, 2)}\n`);
}
