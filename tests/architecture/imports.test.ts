/** The import rules of the architecture, read from every import in the sources. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_FOLDERS, RELAY } from './allowed-relay.ts';
import { WEB } from './allowed-web.ts';
import { circlesIn } from './circles.ts';
import { filesBelow, textOf, top } from './files.ts';

/** What each folder may import, beside itself. `shared` stands for all of shared/. */
const MAY_IMPORT: { readonly [folder: string]: readonly string[] } = {
  'shared/base': [],
  'shared/commands': [],
  'shared/formats': [],
  'shared/jsonrpc': [],
  'shared/plain-text': [],
  'shared/mcp': ['shared/base', 'shared/jsonrpc'],
  'shared/recording': ['shared/base', 'shared/jsonrpc'],
  'shared/session': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/plain-text', 'shared/recording'],
  'shared/lenses': ['shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/session'],
  'shared/findings': [
    'shared/base',
    'shared/jsonrpc',
    'shared/library',
    'shared/mcp',
    'shared/mcp/schema',
    'shared/recording',
    'shared/session',
  ],
  'shared/failure': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/session'],
  'shared/timeline': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/session'],
  'shared/transport': ['shared/base', 'shared/jsonrpc', 'shared/recording'],
  'shared/driver': [
    'shared/base',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/recording',
    'shared/session',
    'shared/transport',
  ],
  'shared/authorization': [
    'shared/base',
    'shared/driver',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/recording',
    'shared/session',
    'shared/transport',
  ],
  'shared/exercise': [
    'shared/failure',
    'shared/base',
    'shared/driver',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/recording',
    'shared/session',
  ],
  'shared/model': ['shared/base', 'shared/driver', 'shared/jsonrpc'],
  'shared/script': ['shared/jsonrpc', 'shared/session'],
  'shared/relay-protocol': [
    'shared/authorization',
    'shared/driver',
    'shared/jsonrpc',
    'shared/library',
    'shared/recording',
    'shared/tap',
    'shared/transport',
  ],
  'shared/client-config': ['shared/base', 'shared/jsonrpc', 'shared/relay-protocol'],
  'shared/library': ['shared/base', 'shared/jsonrpc', 'shared/recording', 'shared/session'],
  'shared/redact': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording'],
  'shared/export': [
    'shared/base',
    'shared/findings',
    'shared/findings/words',
    'shared/formats',
    'shared/jsonrpc',
    'shared/lenses',
    'shared/mcp',
    'shared/operations',
    'shared/otel',
    'shared/plain-text',
    'shared/recording',
    'shared/session',
    'shared/timeline',
    'shared/words',
  ],
  'shared/words': [
    'shared/base',
    'shared/authorization',
    'shared/compare',
    'shared/exercise',
    'shared/failure',
    'shared/jsonrpc',
    'shared/lenses',
    'shared/mcp',
    'shared/recording',
    'shared/rerun',
    'shared/session',
    'shared/timeline',
  ],
  'shared/profile': [
    'shared/base',
    'shared/export',
    'shared/findings',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/plain-text',
    'shared/recording',
    'shared/session',
    'shared/words',
  ],
  'shared/otel': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/session'],
  'shared/tap': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording'],
  'shared/operations': [
    'shared/base',
    'shared/jsonrpc',
    'shared/recording',
    'shared/session',
    'shared/timeline',
    'shared/words',
  ],
  'shared/import': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/transport'],
  'shared/compare': ['shared/base', 'shared/jsonrpc', 'shared/mcp', 'shared/recording', 'shared/session'],
  'shared/rerun': [
    'shared/base',
    'shared/compare',
    'shared/driver',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/recording',
    'shared/session',
    'shared/transport',
  ],
  'shared/mock': [
    'shared/base',
    'shared/compare',
    'shared/jsonrpc',
    'shared/mcp',
    'shared/plain-text',
    'shared/recording',
    'shared/session',
  ],
  ...Object.fromEntries(
    Object.entries({ ...RELAY, ...WEB }).map(([folder, others]) => [folder, ['shared', ...others]]),
  ),
};
/** Packages that parts of shared/ may use; each runs anywhere. */
const PACKAGES: { readonly [folder: string]: readonly string[] } = {
  'shared/mcp': ['@cfworker/json-schema'],
  'shared/authorization': ['@modelcontextprotocol/client'],
  'shared/redact': ['fflate'],
  'shared/client-config': ['jsonc-parser/lib/esm/main.js', 'smol-toml', 'toml-eslint-parser'],
  'shared/compare': ['diff'],
  'shared/tap': ['jsonc-parser/lib/esm/main.js'],
  'shared/import': ['fflate'],
};
/** Tests that compare with ../shared/spec and say so in a line where that folder is absent. */
const NEED_SPEC: readonly string[] = [
  'tests/unit/shared/findings/catalogue-examples.test.ts',
  'tests/unit/shared/mcp/oracle/catalogue.test.ts',
  'tests/unit/shared/mcp/oracle/oracle.test.ts',
];
/** Imports of values and types, dynamic ones, and the workers that a file starts. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*(?=['"]\.[^'"]+\.ts['"]))(['"])([^'"?]+)(?:\?[^'"]*)?\1/g;

/** The folder of the table that a file belongs to: the nearest one above it that is named. */
function folderOf(path: string): string {
  let folder = dirname(path);
  while (!Object.hasOwn(MAY_IMPORT, folder) && folder.includes('/')) folder = dirname(folder);
  return folder;
}

interface Import {
  readonly file: string;
  readonly from: string;
  /** Folder of the table, or the package's name. */
  readonly to: string;
  /** The file, where it is one of ours. */
  readonly target?: string;
  readonly specifier: string;
}

function importsOf(path: string): Import[] {
  const text = textOf(path).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(IMPORT)].map(([, , specifier = '']) => {
    const from = folderOf(path);
    if (specifier.startsWith('#shared/'))
      return {
        file: path,
        from,
        to: `shared/${specifier.slice('#shared/'.length)}`,
        target: `shared/${specifier.slice('#shared/'.length)}/index.ts`,
        specifier,
      };
    if (!specifier.startsWith('.')) return { file: path, from, to: specifier, specifier };
    const target = relative(top, resolve(top, dirname(path), specifier)).replaceAll('\\', '/');
    return { file: path, from, to: target === 'package.json' ? target : folderOf(target), target, specifier };
  });
}

const sources = ['shared', 'relay', 'web'].flatMap(filesBelow);
const imports = sources.flatMap(importsOf);

describe('architecture', () => {
  test.each(['shared', 'relay', 'web'])('the table names every folder of %s/', (part) => {
    const folders = readdirSync(join(top, part)).filter((name) => {
      const path = `${part}/${name}`;
      return statSync(join(top, path)).isDirectory() && filesBelow(path).length > 0;
    });
    const named = Object.keys(MAY_IMPORT).filter((name) => dirname(name) === part);
    expect(folders.map((name) => `${part}/${name}`).sort()).toEqual(named.sort());
    expect(Object.keys(MAY_IMPORT).filter((name) => name.startsWith(part) && filesBelow(name).length === 0)).toEqual(
      [],
    );
  });

  test('a folder of relay/ holds all of its files, and the folders meet through their index', () => {
    expect(sources.filter((path) => /^relay\/[^/]+$/.test(path))).toEqual([]);
    // What the package exports uses parts of the commands.
    const inside = imports.filter(
      ({ from, to, target = '' }) =>
        from.startsWith('relay/') &&
        from !== 'relay/api' &&
        to.startsWith('relay/') &&
        from !== to &&
        // The program has the command of a folder from it alone.
        !target.endsWith(from === 'relay/cli' && COMMAND_FOLDERS.includes(to) ? '/command.ts' : '/index.ts'),
    );
    expect(inside.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  test.each(['shared', 'relay', 'web'])('no circle of files in %s/, imports of types included', (part) => {
    const targets = new Map<string, string[]>();
    for (const { file, target } of imports)
      if (target?.startsWith(`${part}/`)) targets.set(file, [...(targets.get(file) ?? []), target]);
    const files = sources.filter((path) => path.startsWith(`${part}/`));
    const circles = circlesIn(files, (file) => targets.get(file) ?? []);
    expect(circles.map((circle) => circle.join(' → '))).toEqual([]);
  });

  test('every import between our folders is allowed', () => {
    const allowed = ({ from, to }: Import): boolean => {
      const list = MAY_IMPORT[from] ?? [];
      return from === to || list.includes(to) || (to.startsWith('shared/') && list.includes('shared'));
    };
    const ours = imports.filter(({ to }) => /^(?:(?:shared|relay|web|tests)(?:\/|$)|package\.json$)/.test(to));
    expect(ours.length).toBeGreaterThan(100);
    expect(ours.filter((each) => !allowed(each)).map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual(
      [],
    );
  });

  test('shared/ imports no package but those that run anywhere, neither DOM nor Node', () => {
    const packages = imports.filter(
      ({ from, to }) => from.startsWith('shared/') && !to.startsWith('shared/') && !PACKAGES[from]?.includes(to),
    );
    expect(packages.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  test('folders of shared/ meet through their index', () => {
    const inside = imports.filter(
      ({ from, to, specifier }) => to.startsWith('shared/') && from !== to && specifier.startsWith('.'),
    );
    expect(inside.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  test('no source file is longer than 350 lines, and no test file than 500', () => {
    const all = [...sources, ...filesBelow('tests')];
    const long = all.filter((path) => textOf(path).split('\n').length > (path.startsWith('tests/') ? 501 : 351));
    expect(long).toEqual([]);
  });

  test('no test is skipped or alone, but where the specification’s facts are absent', () => {
    const marked = filesBelow('tests').filter((path) => {
      const text = textOf(path);
      return (
        /\b(?:test|it|describe)\.(?:skip|only|todo)\b/.test(text) ||
        (/\b(?:test|it|describe)\.(?:skipIf|runIf)\b/.test(text) && !NEED_SPEC.includes(path))
      );
    });
    expect(marked).toEqual([]);
  });
});

test('what writes text is part of commands and screens that judge nothing: it loads the rules only when they are wanted', () => {
  const eager = filesBelow('shared/export').filter((path) =>
    /^import (?!type )[^;]*from '#shared\/findings/m.test(textOf(path)),
  );
  expect(eager).toEqual([]);
});
