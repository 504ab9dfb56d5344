import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The extension in its host', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('throughline.throughline');
    assert.ok(extension, 'the editor has not loaded the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
