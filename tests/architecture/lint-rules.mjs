/** Rules of this project that no linter has, for oxlint and ESLint alike. */

/** One scheduler owns animation frames (web/base/frame.ts); everything else asks it, however it would spell them. */
const oneScheduler = {
  create(context) {
    const check = (node, text) => {
      if (/^(request|cancel)AnimationFrame$/.test(text))
        context.report({ node, message: 'Ask web/base/frame.ts for a frame.' });
    };
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, String(node.value)),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};

/** What is known of an object is a field: a table beside the module outlives both, and no fold sees it. */
const noTableBeside = {
  create: (context) => ({
    NewExpression(node) {
      if (!/^Weak(Map|Set)$/.test(node.callee.name)) return;
      let outer = node.parent;
      while (outer && !/Function|PropertyDefinition/.test(outer.type)) outer = outer.parent;
      if (!outer) context.report({ node, message: 'Keep it in a field: of a session with slot() of web/session.' });
    },
  }),
};

/** Node.js 20 and 22 answer wrongly once what calls it is optimized (shared/base/is-url.ts). */
const isUrlOnly = {
  create: (context) => ({
    Identifier(node) {
      if (node.name === 'canParse') context.report({ node, message: 'Ask isUrl of #shared/base.' });
    },
  }),
};

export default {
  meta: { name: 'lifeline' },
  rules: { 'one-scheduler': oneScheduler, 'no-table-beside': noTableBeside, 'is-url-only': isUrlOnly },
};
