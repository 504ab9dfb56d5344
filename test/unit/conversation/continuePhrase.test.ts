import assert from 'node:assert/strict';
import { isContinuePhrase } from '../../../src/core/conversation/continuePhrase';

const continues =
  'continue|Continue!|go on|ok, next please|Yes, go ahead.|and now?|👍|...|weiter|mach bitte weiter|vas-y|continuez|sigue|adelante|continua|avanti|ga door|kontynuuj|продолжай|дальше|devam et|继续|请继续|然后呢？|続けて|続けてください。|계속해줘|다음|ต่อไป|أكمل|המשך|जारी रखें|tiếp tục';
const requests =
  'use tabs|stop|no|continue with the login page|next: the footer|fix it in main.go|weiter mit Schritt 4|继续写第三章|42';

describe('continue-like phrases', () => {
  for (const text of continues.split('|')) {
    it(`names nothing: ${text}`, () => {
      assert.equal(isContinuePhrase(text), true);
    });
  }
  for (const text of requests.split('|')) {
    it(`is a request, however short: ${text}`, () => {
      assert.equal(isContinuePhrase(text), false);
    });
  }
});
