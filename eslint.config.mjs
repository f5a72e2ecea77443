import { defineConfig, globalIgnores } from 'eslint/config';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

// The directory's own rules over everything that ends in main.js or is read by its review; a plainer set over the
// rest. Nothing is suppressed by comments: a finding is mended.
const product = ['main.ts', 'src/**/*.ts'];
const workshop = ['test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts', 'vitest.config.ts'];

/** The manifest rule looks for an object expression, so the JSON is read as one, in parentheses. */
const manifestParser = {
  parseForESLint: (text, options) =>
    tseslint.parser.parseForESLint(`(${text})`, { range: true, loc: true, filePath: 'manifest.ts' }),
};

export default defineConfig([
  globalIgnores([
    'node_modules',
    'dist',
    'main.js',
    'examples',
    'coverage',
    'test/e2e',
    '**/*.mjs',
    '**/*.cjs',
    'package.json',
    'tsconfig*.json',
  ]),
  { files: product, extends: [obsidianmd.configs.recommended] },
  {
    files: product,
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: ['tsconfig.json', 'tsconfig.pure.json', 'tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: workshop,
    extends: [tseslint.configs.recommended],
    rules: { '@typescript-eslint/consistent-type-imports': 'error' },
  },
  {
    files: ['manifest.json'],
    plugins: { obsidianmd },
    languageOptions: { parser: manifestParser },
    rules: { 'obsidianmd/validate-manifest': 'error' },
  },
]);
