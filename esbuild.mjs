/** Builds the bundles of the extension into dist/. Types are checked by `npm run check:types`, never here. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');

const common = { bundle: true, sourcemap: true, minify: !watch, logLevel: 'info', legalComments: 'none' };
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };

/** One entry per bundle: what runs in the extension host, in the worker, in a terminal, in the webview. */
const bundles = [
  { ...node, entryPoints: { extension: 'src/extension.ts' }, external: ['vscode'] },
  { ...node, entryPoints: { engine: 'src/engine/worker.ts' } },
  { ...node, entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  {
    ...common,
    entryPoints: { view: 'src/webview/main.tsx' },
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
].map((bundle) => ({ ...bundle, outdir: 'dist' }));

if (!watch) await rm('dist', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await copyFile('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');

if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
} else {
  await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
}
