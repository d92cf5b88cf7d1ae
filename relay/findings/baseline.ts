/** Findings that are known: a file that a team keeps beside its tests, so that only new ones fail. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';
import { parsedJson, isObject } from '#shared/jsonrpc';
import { apart, findingName, type Finding } from '#shared/findings';
import { writeForOwner } from '../recording/index.ts';
import type { LintedFile } from './json.ts';

/** Names of a finding in a baseline: the first is what is written, the second what earlier versions wrote. */
function namesOf(finding: Finding, { log }: LintedFile): readonly [hashed: string, plain: string] {
  const { rule, side, of, place } = findingName(finding, log);
  const about = [of.join(' '), place].join(' | ');
  // A URI, or the name of a member, may hold a secret.
  const digest = createHash('sha256').update(about).digest('hex');
  return [`${rule} | ${side} | sha256:${digest}`, `${rule} | ${side} | ${about}`];
}

export type Baseline = ReadonlySet<string>;

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
  const isKnown = (finding: Finding): boolean => namesOf(finding, linted).some((name) => baseline.has(name));
  const { own, following } = apart(linted.findings);
  const left = own.filter((finding) => !isKnown(finding));
  // What follows from a known finding is known with it.
  const findings = left.flatMap((finding) => [finding, ...following(finding)]).sort((a, b) => a.at - b.at);
  const rules = new Set(left.map(({ rule }) => rule));
  return { linted: { ...linted, findings, broken: rules.size }, known: own.length - left.length };
}

/** Throws system errors. */
export function writeBaseline(path: string, files: readonly LintedFile[]): void {
  const namesIn = (linted: LintedFile): string[] => apart(linted.findings).own.map((each) => namesOf(each, linted)[0]);
  writeForOwner(path, `${JSON.stringify({ known: [...new Set(files.flatMap(namesIn))].sort() }, undefined, 2)}\n`);
}
