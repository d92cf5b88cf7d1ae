/** Sentences about configurations that are not used. */
import type { FileProblem } from './files.ts';

const WHY: { readonly [why in FileProblem['why']]: (problem: FileProblem) => string } = {
  missing: () => 'can’t be read: no such file',
  'no-file': () => 'can’t be read: not a file',
  empty: () => 'has no servers',
  format: ({ format }) => `can’t be parsed as ${format.toUpperCase()}; left unchanged`,
  system: ({ detail }) => `can’t be read: ${detail}`,
};

export const problemWords = (problem: FileProblem): string => `${problem.path} ${WHY[problem.why](problem)}.`;
