import assert from 'node:assert/strict';
import { ESLint } from 'eslint';

const eslint = new ESLint();

async function isRejected(file: string, from: string): Promise<boolean> {
  const [result] = await eslint.lintText(`import { a } from '${from}';\nexport const b = a;\n`, { filePath: file });
  return result?.messages.some(({ ruleId }) => ruleId === 'no-restricted-imports') ?? false;
}

describe('the layers of src/', () => {
  const forbidden: [file: string, from: string][] = [
    ['src/core/budget/x.ts', 'vscode'],
    ['src/core/budget/x.ts', 'fs'],
    ['src/core/budget/x.ts', '../../archive/codec'],
    ['src/core/compaction/checkpoint/x.ts', '../../../archive/codec'],
    ['src/archive/x.ts', '../engine/api'],
    ['src/models/offline/x.ts', '../../archive/codec'],
    ['src/engine/x.ts', '../host/ids'],
    ['src/shared/x.ts', 'node:fs'],
    ['src/webview/x.ts', '../engine/api'],
    ['src/host/chat/commands/x.ts', '../../../archive/codec'],
    ['src/host/x.ts', '../extension'],
    ['src/cli/x.ts', 'vscode'],
  ];
  for (const [file, from] of forbidden)
    it(`${file} may not import ${from}`, async () => assert.ok(await isRejected(file, from)));

  const allowed: [file: string, from: string][] = [
    ['src/core/budget/x.ts', '../archive/store'],
    ['src/core/compaction/checkpoint/x.ts', '../../archive/store'],
    ['src/core/tokens/x.ts', 'js-tiktoken/lite'],
    ['src/webview/x.ts', 'preact/hooks'],
    ['src/host/chat/commands/x.ts', '../../../core/archive/store'],
    ['src/cli/x.ts', '../archive/openDiskArchive'],
  ];
  for (const [file, from] of allowed)
    it(`${file} may import ${from}`, async () => assert.ok(!(await isRejected(file, from))));
});
