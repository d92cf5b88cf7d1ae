/**
 * What each folder of web/ may import of web/, the lowest first; all of them may import shared/. A folder that is not named
 * belongs to the one above it. Features do not know each other: they meet through commands, and through what web/app gives them.
 */

const UI = ['web/ui', 'web/ui/editor', 'web/ui/form', 'web/ui/results', 'web/ui/tokens'];
/** What shows a session and sends through it, in this page and in an exported recording. */
const SESSION = ['web/base', ...UI, 'web/session'];

export const WEB: { readonly [folder: string]: readonly string[] } = {
  'web/base': ['package.json'],
  'web/ui': ['web/base'],
  'web/ui/editor': ['web/base', 'web/ui'],
  'web/ui/form': ['web/base', 'web/ui'],
  'web/ui/results': ['web/base', 'web/ui', 'web/ui/editor'],
  'web/ui/tokens': ['web/base'],
  // One session: its view, and where its events come from.
  'web/session': ['web/base', ...UI],
  'web/session/relay': SESSION,
  'web/session/direct': [...SESSION, 'web/session/relay'],
  // All sessions: tabs, what is kept, and the ways to open one.
  'web/workspace': [...SESSION, 'web/session/direct', 'web/session/relay'],
  'web/workspace/connect': [...SESSION, 'web/session/direct', 'web/workspace'],
  'web/workspace/open': [...SESSION, 'web/workspace', 'web/workspace/connect'],
  'web/workspace/library': [
    ...SESSION,
    'web/session/direct',
    'web/session/relay',
    'web/workspace',
    'web/workspace/open',
  ],
  // Features.
  'web/asks': [...SESSION, 'web/workspace/connect'],
  'web/authorize': [...SESSION, 'web/workspace', 'web/workspace/connect'],
  'web/compare': [...SESSION, 'web/workspace', 'web/workspace/library', 'web/workspace/open'],
  'web/compose': [...SESSION, 'web/workspace', 'web/workspace/connect'],
  'web/details': SESSION,
  'web/exercise': [...SESSION, 'web/workspace'],
  'web/explore': SESSION,
  'web/explore/log': [...SESSION, 'web/explore'],
  'web/explore/prompts': [...SESSION, 'web/explore'],
  'web/explore/resources': [...SESSION, 'web/explore'],
  'web/explore/server': [...SESSION, 'web/explore'],
  'web/explore/tasks': [...SESSION, 'web/explore'],
  'web/explore/tools': [...SESSION, 'web/explore'],
  'web/findings': SESSION,
  'web/hosts': [...SESSION, 'web/workspace'],
  'web/library': [...SESSION, 'web/workspace', 'web/workspace/library'],
  'web/notes': SESSION,
  'web/operations': SESSION,
  'web/profile': [...SESSION, 'web/workspace', 'web/workspace/library'],
  'web/rerun': [...SESSION, 'web/workspace', 'web/workspace/connect', 'web/workspace/library'],
  'web/share': SESSION,
  'web/tap': SESSION,
  'web/timeline': SESSION,
  // What the page and the page of an exported recording have around a session.
  'web/shell': [
    ...SESSION,
    'web/asks',
    'web/explore',
    'web/explore/log',
    'web/explore/prompts',
    'web/explore/resources',
    'web/explore/server',
    'web/explore/tasks',
    'web/explore/tools',
    'web/findings',
  ],
  // The two pages.
  'web/app': [
    ...SESSION,
    'web/asks',
    'web/authorize',
    'web/compare',
    'web/compose',
    'web/details',
    'web/exercise',
    'web/findings',
    'web/hosts',
    'web/library',
    'web/notes',
    'web/operations',
    'web/profile',
    'web/rerun',
    'web/session/relay',
    'web/share',
    'web/shell',
    'web/tap',
    'web/timeline',
    'web/workspace',
    'web/workspace/connect',
    'web/workspace/library',
    'web/workspace/open',
  ],
  'web/viewer': [
    ...SESSION,
    'web/asks',
    'web/details',
    'web/findings',
    'web/notes',
    'web/operations',
    'web/share',
    'web/shell',
    'web/timeline',
    'web/workspace/open',
  ],
  // main.ts, and what builds the pages.
  web: ['web/app', 'web/base', 'web/ui'],
};
