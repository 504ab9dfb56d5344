const { appendFileSync } = require('node:fs');
const { reporters } = require('mocha');

/**
 * Mocha's usual report, and one line of JSON `{ passed, failed, skipped }` for `npm test` to sum, appended to the file
 * that THROUGHLINE_TEST_COUNTS names (nothing is written where it is not set).
 */
module.exports = class CountingReporter extends reporters.Spec {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['THROUGHLINE_TEST_COUNTS'];
    if (file)
      runner.once('end', () => {
        const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
        appendFileSync(file, `${JSON.stringify({ passed: passes, failed: failures, skipped: pending })}\n`);
      });
  }
};
