/** Sentences about configurations that are not used. */
import type { FileProblem } from '../hosts/index.ts';

const WHY: { readonly [why in FileProblem['why']]: (problem: FileProblem) => string } = {
  missing: () => 'can’t be read: there is no such file',
  'no-file': () => 'can’t be read: it is not a file',
  empty: () => 'has no servers',
  format: ({ format }) => `can’t be read as ${format.toUpperCase()}; it is left as it is`,
  system: ({ detail }) => `can’t be read: ${detail}`,
};

export const problemWords = (problem: FileProblem): string => `${problem.path} ${WHY[problem.why](problem)}.`;
