import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** What each layer may not import. Direction: extension → host, cli → engine, models, archive → core; host, webview → shared → core. */
const LAYERS = {
  core: [
    'vscode',
    'node:*',
    '**/archive/*',
    '**/engine/*',
    '**/models/*',
    '**/host/*',
    '**/shared/*',
    '**/webview/*',
    '**/cli/*',
  ],
  archive: ['vscode', '**/engine/*', '**/models/*', '**/host/*', '**/shared/*', '**/webview/*', '**/cli/*'],
  models: [
    'vscode',
    '**/src/archive/*',
    '../archive/*',
    '**/engine/*',
    '**/host/*',
    '**/shared/*',
    '**/webview/*',
    '**/cli/*',
  ],
  engine: ['vscode', '**/host/*', '**/shared/*', '**/webview/*', '**/cli/*'],
  shared: ['vscode', 'node:*', '../archive/*', '**/engine/*', '**/models/*', '**/host/*', '**/webview/*', '**/cli/*'],
  webview: ['vscode', 'node:*', '../archive/*', '**/engine/*', '**/models/*', '**/host/*', '**/cli/*'],
  host: ['../archive/*', '../../archive/*', '**/webview/*', '**/cli/*'],
  cli: ['vscode', '**/host/*', '**/shared/*', '**/webview/*'],
};

/** core/archive/ is core's own room for the store port: only the outer layer of that name is out of reach. */
const allowedInside = { core: ['!./archive/*', '!../archive/*'] };

/** From a room inside a room of core, core's own archive is one step further away. */
const allowedDeepInside = ['!../../archive/*'];

export default tseslint.config(
  { ignores: ['dist/**', 'dist-test/**', 'node_modules/**', 'test/fixtures/**/dist/**'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        require: 'readonly',
        exports: 'writable',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  ...Object.entries(LAYERS).map(([layer, forbidden]) => ({
    files: [`src/${layer}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...forbidden, ...(allowedInside[layer] ?? [])],
              message: `The ${layer} layer must run without this (see ARCHITECTURE.md, Layers).`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: ['src/core/*/*/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...LAYERS.core, ...allowedDeepInside],
              message: 'The core layer must run without this (see ARCHITECTURE.md, Layers).',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'Buffer',
        'setTimeout',
        'setInterval',
        'console',
        'fetch',
        'performance',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Core takes the time as a parameter.' },
        { object: 'Math', property: 'random', message: 'Core takes randomness as a parameter.' },
      ],
    },
  },
  prettier,
);
