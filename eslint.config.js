// What oxlint (.oxlintrc.json) does not see: the templates of components, and the rules of Svelte.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import lifeline from './tests/architecture/lint-rules.mjs';

export default ts.config(
  { ignores: ['dist/', 'node_modules/', '**/.svelte-check/', '**/*.js', '**/*.mjs', '**/*.ts', '!**/*.svelte.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    plugins: { lifeline },
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', 500],
      'lifeline/no-table-beside': 'error',
      'lifeline/one-scheduler': 'error',
      'lifeline/is-url-only': 'error',
      // TypeScript knows undefined names better than ESLint does; control characters are this program's subject.
      'no-undef': 'off',
      'no-control-regex': 'off',
      // Plain Maps and Sets are lookups outside reactivity here, on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
