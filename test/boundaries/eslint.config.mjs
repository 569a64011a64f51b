// The house rules that ESLint can hold: names of exports, sizes, promises, and no clock or chance in the engine. Run from the repository's root.
import tseslint from 'typescript-eslint';

const restrictedSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only: one name, one search hit.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
];

/** @type {import('eslint').Linter.RulesRecord} */
const sizes = {
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  complexity: ['error', 12],
};

/** @type {import('eslint').Linter.RulesRecord} */
const typedRules = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
  eqeqeq: 'error',
  'no-restricted-syntax': ['error', ...restrictedSyntax],
};

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', 'src/build/host/standins/**'] },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { ...typedRules, ...sizes, 'no-console': 'error' },
  },
  {
    files: ['src/engine/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take a Clock port.' },
        { object: 'Math', property: 'random', message: 'Take an Ids port.' },
      ],
      'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'fetch', 'Buffer', '__dirname'],
    },
  },
  { files: ['src/cli/**/*.ts', 'src/cli.ts', 'test/bench/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A suite is one function around all its tests.
      'max-lines-per-function': 'off',
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        { selector: "MemberExpression[object.name=/^(describe|it)$/][property.name=/^(only|skip)$/]", message: 'A test that is left out proves nothing.' },
      ],
    },
  },
  { files: ['src/build/**/*.{mjs,cjs}', 'test/**/*.mjs'], rules: { ...sizes, eqeqeq: 'error' } },
);
