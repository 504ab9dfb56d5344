import assert from 'node:assert/strict';
import { viewHtml } from '../../../../src/host/view/viewHtml';

describe('page of the Context view', () => {
  const html = viewHtml({ scriptUri: 's.js', styleUri: 's.css', cspSource: 'own:', nonce: 'n1', language: 'de' });

  it('lets only the script with the nonce run', () => {
    assert.match(html, /default-src 'none'/);
    assert.match(html, /script-src 'nonce-n1'/);
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /<script defer nonce="n1" src="s\.js">/);
  });

  it('allows nothing remote, inline or evaluated', () => assert.doesNotMatch(html, /unsafe|https?:|\*/));
});
