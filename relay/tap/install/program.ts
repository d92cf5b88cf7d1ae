/** How a host starts this program: with paths, because hosts that are started from a menu have not the PATH of a shell. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../../base/index.ts';

export interface Started {
  readonly file: string;
  readonly node: string;
  readonly npm?: string | undefined;
  readonly exists?: (path: string) => boolean;
}

export interface ProgramWords {
  readonly words: readonly string[];
  /** It is downloaded at each start, because this copy may be deleted. */
  readonly fetched: boolean;
}

/** The words that start this program again, from a permanent place. */
export function programWords({ file, node, npm, exists = existsSync }: Started): ProgramWords {
  const lasting = lastingNode(node, exists);
  if (!/[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/.test(file)) return { words: [lasting, file], fetched: false };
  const npx = [
    ...(npm === undefined ? [] : [join(dirname(npm), 'npx-cli.js')]),
    join(dirname(node), '../lib/node_modules/npm/bin/npx-cli.js'),
    join(dirname(node), 'node_modules/npm/bin/npx-cli.js'),
  ].find((path) => exists(path));
  const start = npx === undefined ? ['npx'] : [lasting, npx];
  return { words: [...start, '-y', `mcp-lifeline@${PROGRAM.version}`], fetched: true };
}

export function startedNow(): Started {
  // The program's file is beside its bundled parts; another one may have loaded it.
  const beside = join(dirname(fileURLToPath(import.meta.url)), 'cli.js');
  const file = existsSync(beside) ? beside : realpathSync(process.argv[1] ?? '');
  return { file, node: process.execPath, npm: process.env['npm_execpath'] };
}

/** Homebrew removes the folder of a version when the next one comes; the link beside it stays. */
function lastingNode(node: string, exists: (path: string) => boolean): string {
  const link = node.replace(/\/Cellar\/([^/]+)\/[^/]+\/bin\//, '/opt/$1/bin/');
  return exists(link) ? link : node;
}

/** True when a file of a tap's command is missing, so that its host can't start the server. */
export function isGone(tap: readonly string[]): boolean {
  const files = tap.slice(0, tap.indexOf('tap')).filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word));
  return files.some((file) => !existsSync(file));
}
