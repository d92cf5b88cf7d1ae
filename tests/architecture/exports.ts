/** Which exports of the sources are used, read from exports and imports alone. */
import { dirname, join } from 'node:path/posix';

/** An export, and where it is declared or passed on. */
export interface Export {
  readonly file: string;
  readonly name: string;
  /** The file passes on what another declares. */
  readonly passedOn: boolean;
  /** The file declares it as an interface or a type. */
  readonly type: boolean;
}

interface Named {
  readonly file: string;
  readonly name: string;
}

interface Module {
  /** What the file declares itself, and whether that is a type. */
  readonly own: Map<string, boolean>;
  /** What it passes on, by the name outside. */
  readonly passed: Map<string, Named>;
  /** Files passed on whole. */
  readonly whole: string[];
  /** What it takes; `*` for all names of a file. */
  readonly takes: Named[];
}

const DECLARED =
  /^\s*export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(const|let|function|class|interface|type)\s+([\w$]+)/gm;
const LIST = /\b(import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}(?:\s*from\s*(['"])([^'"]+)\3)?/g;
const WHOLE = /\bexport\s*\*\s*from\s*(['"])([^'"]+)\1/g;
const SPACE = /\bimport\s*(?:\*\s*as\s+[\w$]+\s+from\s*|\(\s*)(['"])([^'"]+)\1/g;
const MODULE_SCRIPT = /<script module[^>]*>([\s\S]*?)<\/script>/;

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\//g, '');

/** The file a specifier means, as a path from the top; a package's name as it is. */
function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}/index.ts`;
  return specifier.startsWith('.') ? join(dirname(from), specifier) : specifier;
}

function readModule(path: string, source: string): Module {
  const text = withoutComments(source);
  const module: Module = { own: new Map(), passed: new Map(), whole: [], takes: [] };
  // What an instance of a component exports is called through `bind:this`, by no import.
  const declaring = path.endsWith('.svelte') ? (MODULE_SCRIPT.exec(text)?.[1] ?? '') : text;
  for (const [, kind = '', name = ''] of declaring.matchAll(DECLARED))
    module.own.set(name, kind === 'interface' || kind === 'type');
  for (const [, word, list = '', , specifier] of text.matchAll(LIST))
    for (const item of list.split(',')) {
      const [name = '', outside = name] = item
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/);
      if (name === '') continue;
      if (specifier === undefined) module.own.set(outside, false);
      else if (word === 'import') module.takes.push({ file: fileOf(path, specifier), name });
      else module.passed.set(outside, { file: fileOf(path, specifier), name });
    }
  for (const [, , specifier = ''] of text.matchAll(WHOLE)) module.whole.push(fileOf(path, specifier));
  for (const [, , specifier = ''] of text.matchAll(SPACE))
    module.takes.push({ file: fileOf(path, specifier), name: '*' });
  return module;
}

/**
 * The exports of `sources` (texts by path from the top) that no file of `sources` imports, directly or through files that
 * pass them on. All that a file of `entries` exports counts as used.
 */
export function unusedExports(sources: ReadonlyMap<string, string>, entries: RegExp): Export[] {
  const modules = new Map([...sources].map(([path, text]) => [path, readModule(path, text)]));
  const used = new Set<string>();
  /** Marks a name of a file and where it comes from; false where the file has no such name. */
  const use = ({ file, name }: Named): boolean => {
    const module = modules.get(file);
    if (!module) return false;
    if (name === '*') {
      for (const each of [...module.own.keys(), ...module.passed.keys()]) use({ file, name: each });
      for (const each of module.whole) use({ file: each, name });
      return true;
    }
    const from = module.passed.get(name);
    if (!from && !module.own.has(name)) return module.whole.some((each) => use({ file: each, name }));
    if (used.has(`${file} ${name}`)) return true;
    used.add(`${file} ${name}`);
    if (from) use(from);
    return true;
  };
  for (const [path, { takes }] of modules) {
    takes.forEach(use);
    if (entries.test(path)) use({ file: path, name: '*' });
  }
  return [...modules].flatMap(([file, { own, passed }]) => {
    const declared = [...own].map(([name, type]) => ({ file, name, passedOn: false, type }));
    const handed = [...passed.keys()].map((name) => ({ file, name, passedOn: true, type: false }));
    return [...declared, ...handed].filter(({ name }) => !used.has(`${file} ${name}`));
  });
}

/** True when a source names what it declares a second time, outside of comments. */
export function usesItself(source: string, name: string): boolean {
  return withoutComments(source).split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2;
}
