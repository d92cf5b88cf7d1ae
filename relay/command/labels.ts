/** What a command says of the recording it makes: tags, a note, the commit and the test. It travels in the file's header. */
import { defined } from '#shared/base';
import { cleanMeta } from '#shared/library';
import type { Labels } from '#shared/recording';
import type { Values } from '../base/index.ts';

export const LABELS = {
  'tag TAG…': 'add this tag to the recording; may be repeated',
  'note TEXT': 'add this note to the recording',
  'commit ID': `commit of the source code under test (default: the one that CI names in GITHUB_SHA,
    CI_COMMIT_SHA or GIT_COMMIT)`,
  'test NAME': 'name of the test that makes the recording',
} as const;

/** Where services for CI name the commit: GitHub, GitLab, Jenkins. */
const COMMIT_VARIABLES = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'GIT_COMMIT'];
const MAX_LABEL_CHARS = 500;

/** Labels within bounds; the commit of the environment where none was given. */
export function readLabels(values: Values<typeof LABELS>, env: NodeJS.ProcessEnv): Labels {
  const { tag, note: given = '', commit, test } = values;
  const { tags, note } = cleanMeta({ tags: tag, note: given });
  const revision = line(commit) ?? COMMIT_VARIABLES.map((name) => line(env[name])).find((each) => each !== undefined);
  return {
    ...(tags.length > 0 ? { tags } : {}),
    ...(note === '' ? {} : { note }),
    ...defined({ commit: revision, test: line(test) }),
  };
}

/** One line within the bound; undefined when nothing is in it. */
function line(text = ''): string | undefined {
  const short = text.replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL_CHARS);
  return short === '' ? undefined : short;
}
