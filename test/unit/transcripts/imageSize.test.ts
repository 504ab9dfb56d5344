import assert from 'node:assert/strict';
import fc from 'fast-check';
import { base64ByteLength, imageSize } from '../../../src/core/transcripts/imageSize';

const base64 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64');

describe('imageSize', () => {
  const headers: [string, string][] = [
    ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000280 00000140'],
    ['GIF', '474946383961 8002 4001'],
    ['JPEG behind other segments', 'ffd8 ffe0 0004 0000 ffff ffc4 0003 00 ffc2 0011 08 0140 0280 03'],
    ['WebP, lossy', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 4001'],
    ['WebP, lossless', '52494646 00000000 57454250 5650384c 00000000 2f 7fc24f00'],
    ['WebP, extended', '52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 3f0100'],
  ];
  for (const [name, hex] of headers) {
    it(`reads ${name}`, () => assert.deepEqual(imageSize(base64(hex)), { width: 640, height: 320 }));
  }

  it('reads base64 that is broken into lines', () => {
    const broken = base64(headers[0]?.[1] ?? '').replace(/(.{10})/g, '$1\n');
    assert.deepEqual(imageSize(broken), { width: 640, height: 320 });
  });

  for (const [name, hex] of headers) {
    it(`knows nothing of a ${name} header that is cut off`, () => {
      const whole = Buffer.from(hex.replaceAll(' ', ''), 'hex');
      assert.equal(imageSize(whole.subarray(0, whole.length - 5).toString('base64')), undefined);
    });
  }

  it('never throws and always ends, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'ffd8ff', '89504e47', '52494646'), fc.uint8Array(), (start, rest) => {
        const size = imageSize(Buffer.concat([Buffer.from(start, 'hex'), rest]).toString('base64'));
        assert(size === undefined || (size.width > 0 && size.height > 0));
      }),
    );
  });
});

describe('base64ByteLength', () => {
  it('is the number of bytes behind the text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.equal(base64ByteLength(Buffer.from(bytes).toString('base64')), bytes.length);
      }),
    );
  });
});
