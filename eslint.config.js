import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// One scheduler owns animation frames (web/base/frame.ts); everything else asks it, however it would spell them.
const oneScheduler = ['Identifier[name', 'Literal[value', 'TemplateElement[value.raw'].map((node) => ({
  selector: `${node}=/^(request|cancel)AnimationFrame$/]`,
  message: 'Ask web/base/frame.ts for a frame.',
}));

// What is known of an object is a field of it, or of the one who knows: a table beside the module outlives both, and no fold sees it.
const noTableBeside = ['Program >', 'Program > ExportNamedDeclaration >'].map((place) => ({
  selector: `${place} VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^Weak(Map|Set)$/]`,
  message: 'Keep it in a field: of a session with slot() of web/session.',
}));

export default ts.config(
  { ignores: ['dist/', 'node_modules/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', 500],
      'no-restricted-syntax': ['error', ...noTableBeside],
    },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.svelte'],
    ignores: ['web/base/frame.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneScheduler, ...noTableBeside] },
  },
  // Rules that need types. A promise nobody waits for loses its failure: await it, or say `void` and handle what it throws inside.
  {
    files: ['**/*.ts', '**/*.svelte'],
    ignores: ['tests/system/package-project/**'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: globals.node } },
  // TypeScript knows undefined names better than ESLint does; control characters are this program's subject.
  { rules: { 'no-undef': 'off', 'no-control-regex': 'off' } },
  // Plain Maps and Sets are lookups outside reactivity here, on purpose.
  { files: ['**/*.svelte', '**/*.svelte.ts'], rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
);
