import assert from 'node:assert/strict';
import { formatBytes, formatCount, formatShare, formatTokens } from '../../../src/shared/figures';

describe('figures', () => {
  const cases: [string, string, string][] = [
    ['groups thousands', formatTokens(7412), '7,412'],
    ['rounds', formatTokens(1.6), '2'],
    ['shows nothing below zero', formatTokens(-5), '0'],
    ['says where there is no number', formatTokens(Number.NaN), 'unknown'],
    ['writes shares as whole percents', formatShare(0.626), '63 %'],
    ['tells more than the whole as it is', formatShare(1.131), '113 %'],
    ['says 100 % of the whole only', [0.999, 1, 1.0001].map(formatShare).join(', '), '99 %, 100 %, 101 %'],
    ['says where there is no share', formatShare(1 / 0), 'unknown'],
    ['writes few bytes in full', formatBytes(340), '340 bytes'],
    ['writes thousands', formatBytes(12_345), '12 KB'],
    ['never writes 1,000 KB', formatBytes(999_900), '1.0 MB'],
    ['counts one', formatCount(1, 'turn'), '1 turn'],
    ['counts many', formatCount(1400, 'turn'), '1,400 turns'],
  ];
  for (const [name, actual, expected] of cases) it(name, () => assert.equal(actual, expected));
});
