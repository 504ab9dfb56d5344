import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/**
 * What each layer may not import. Direction: extension → host, cli → engine, models, archive → core; host, webview →
 * shared → core. `packages`: the only ones a layer may name that runs without Node and without VS Code.
 */
const LAYERS = {
  core: {
    not: ['archive', 'engine', 'models', 'host', 'shared', 'webview', 'cli'],
    packages: ['@noble/hashes', 'js-tiktoken', 'stemmer'],
  },
  archive: { not: ['engine', 'models', 'host', 'shared', 'webview', 'cli'] },
  models: { not: ['archive', 'engine', 'host', 'shared', 'webview', 'cli'] },
  engine: { not: ['host', 'shared', 'webview', 'cli'] },
  shared: { not: ['archive', 'engine', 'models', 'host', 'webview', 'cli'], packages: [] },
  webview: { not: ['archive', 'engine', 'models', 'host', 'cli'], packages: ['preact'] },
  host: { not: ['archive', 'webview', 'cli'], needsEditor: true },
  cli: { not: ['host', 'shared', 'webview'] },
};

const UPWARDS = '(?:\\.\\./)+';

/** Core has an `archive/` of its own: how many steps up from each of its folders the layer of that name lies. */
const CORE = [
  { files: ['src/core/*.ts'], steps: 1 },
  { files: ['src/core/*/*.ts'], steps: 2 },
  { files: ['src/core/*/*/**/*.ts'], steps: 3 },
].map(({ files, steps }) => ({ files, rules: layerRule('core', `(?:\\.\\./){${steps}}archive/`) }));

/**
 * @param {keyof typeof LAYERS} layer
 * @param {string} archive pattern of an import from the archive layer
 */
function layerRule(layer, archive) {
  const { not, packages, needsEditor } = LAYERS[layer];
  const message = `The ${layer} layer must run without this (see ARCHITECTURE.md, Layers).`;
  const others = not.map((other) => (other === 'archive' ? archive : `${UPWARDS}${other}/`));
  const patterns = [{ regex: `^(?:${[...others, `${UPWARDS}extension$`].join('|')})`, message }];
  if (packages) patterns.push({ regex: `^(?!\\.)(?!(?:${packages.join('|')})(?:/|$))`, message });
  else if (!needsEditor) patterns.push({ regex: '^vscode$', message });
  return { 'no-restricted-imports': ['error', { patterns }] };
}

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
  ...Object.keys(LAYERS)
    .filter((layer) => layer !== 'core')
    .map((layer) => ({ files: [`src/${layer}/**/*.{ts,tsx}`], rules: layerRule(layer, `${UPWARDS}archive/`) })),
  ...CORE,
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
