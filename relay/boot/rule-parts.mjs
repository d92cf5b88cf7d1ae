// A file of shared/findings/rules has the facts of rules, their sentences in two languages and their examples. Judges need the facts
// alone, a page one language. This plugin makes a module of each part, as if it were a file of its own; builds without it work, too.
import { readFileSync } from 'node:fs';

/** Exports of rules that are loaded apart from their facts, and the one module that imports them. */
const PARTS = {
  EN: /\/shared\/findings\/words\/en\/index\.ts$/,
  ZH: /\/shared\/findings\/words\/zh-CN\/index\.ts$/,
  EXAMPLES: /\/shared\/findings\/examples\/index\.ts$/,
};
const RULES = /\/shared\/findings\/rules\/[\w-]+\.ts(?:\?(\w+))?$/;
const slashed = (path) => path.replaceAll('\\', '/');

/** A plugin for rolldown and Vite, for builds of the same sources. Whatever else imports a part finds that it is not exported. */
export function ruleParts() {
  /** By path. Reading syntax is slow, and workers are builds of their own. */
  const files = new Map();
  return {
    name: 'lifeline-rule-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\.?\/[\w./-]+\.ts$/ },
      async handler(source, importer = '') {
        const path = slashed(importer);
        const part = RULES.exec(path)?.[1] ?? Object.keys(PARTS).find((each) => PARTS[each].test(path));
        const resolved = part && (await this.resolve(source, importer, { skipSelf: true }));
        return resolved && RULES.test(slashed(resolved.id)) ? `${resolved.id}?${part}` : null;
      },
    },
    load: {
      filter: { id: /[\\/]findings[\\/]rules[\\/]/ },
      handler(id) {
        const [, part] = RULES.exec(slashed(id)) ?? [undefined, false];
        if (part === false) return null;
        const path = id.replace(/\?\w+$/, '');
        if (!files.has(path)) files.set(path, readStatements(readFileSync(path, 'utf8'), this));
        return { code: keptFor(part, files.get(path)).join('\n'), moduleType: 'ts' };
      },
    },
  };
}

/** The statements of a file: their text, the names that they declare and mention, and what is a whole module there. */
function readStatements(code, context) {
  return context.parse(code, { lang: 'ts' }).body.map((each) => {
    // A group in the list of all; what examples are written with, in `../examples`, is no module of parts.
    const isGroup = each.specifiers?.[0]?.type === 'ImportNamespaceSpecifier' && each.source.value.startsWith('./');
    const whole = isGroup ? each.source.value : undefined;
    const exported = each.type === 'ExportNamedDeclaration';
    return {
      text: code.slice(each.start, each.end),
      exported,
      whole,
      declares: namesOf(each),
      mentions: namesIn(each),
    };
  });
}

/** The statements that export a part, or without one all but the parts, and those that they need. */
function keptFor(part, statements) {
  const declaredBy = new Map(statements.flatMap((each) => each.declares.map((name) => [name, each])));
  const isWanted = (name) => (part === undefined ? !Object.hasOwn(PARTS, name) : name === part);
  const kept = new Set(statements.filter(({ exported, declares }) => exported && declares.some(isWanted)));
  // A set that grows while it is walked is walked to its end.
  for (const { mentions } of kept)
    for (const name of mentions) if (declaredBy.has(name)) kept.add(declaredBy.get(name));
  return statements.filter((each) => kept.has(each)).map((each) => importOf(part, each) ?? each.text);
}

/** What imports a whole module, as an import of the one thing that is left in it, which bundlers write shorter. */
function importOf(part = 'RULES', { whole, declares: [name] }) {
  if (whole === undefined) return undefined;
  return `import { ${part} as ${name}$ } from '${whole}'; const ${name} = { ${part}: ${name}$ };`;
}

/** The names that a statement declares. */
function namesOf({ type, specifiers = [], declaration, declarations = [], id }) {
  if (type === 'ExportNamedDeclaration') return declaration ? namesOf(declaration) : [];
  return namesIn([id, declarations.map((each) => each.id), specifiers.map(({ local }) => local)]);
}

const TYPES = ['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'];

/** The names that a piece of syntax mentions, but those of properties and types. */
function namesIn(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'Identifier') return [node.name];
  const skipped = node.computed ? TYPES : ['key', 'property', ...TYPES];
  return Object.entries(node).flatMap(([name, each]) => (skipped.includes(name) ? [] : namesIn(each)));
}
