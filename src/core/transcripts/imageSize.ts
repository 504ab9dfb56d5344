/** Pixels of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size from the header of a PNG, JPEG, GIF or WebP file, given as base64; `undefined` for anything else or a
 * header that is cut off. Only the bytes that are looked at are decoded.
 */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = new Base64Bytes(base64);
  const size = pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/** The number of bytes a base64 text stands for. */
export function base64ByteLength(base64: string): number {
  return Math.floor((base64.replace(/[\s=]+/g, '').length * 3) / 4);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map([...alphabet, '-', '_'].map((character, index) => [character, index < 64 ? index : index - 2]));

/** Random access to the bytes behind base64 text. A byte past the end is NaN, so that no comparison holds. */
class Base64Bytes {
  private readonly text: string;

  constructor(base64: string) {
    this.text = /\s/.test(base64) ? base64.replace(/\s+/g, '') : base64;
  }

  at(index: number): number {
    const first = Math.floor((index * 8) / 6);
    const high = digits.get(this.text.charAt(first));
    const low = digits.get(this.text.charAt(first + 1));
    if (high === undefined || low === undefined) return NaN;
    const shift = (index % 3) * 2;
    return ((high << (2 + shift)) | (low >> (4 - shift))) & 0xff;
  }

  ascii(index: number, length: number): string {
    return String.fromCharCode(...Array.from({ length }, (_, offset) => this.at(index + offset)));
  }

  bigEndian(index: number, length: number): number {
    let value = 0;
    for (let offset = 0; offset < length; offset += 1) value = value * 256 + this.at(index + offset);
    return value;
  }

  littleEndian(index: number, length: number): number {
    let value = 0;
    for (let offset = length - 1; offset >= 0; offset -= 1) value = value * 256 + this.at(index + offset);
    return value;
  }
}

/** https://www.w3.org/TR/png/#11IHDR */
function pngSize(bytes: Base64Bytes): ImageSize | undefined {
  if (bytes.ascii(1, 3) !== 'PNG' || bytes.ascii(12, 4) !== 'IHDR') return undefined;
  return { width: bytes.bigEndian(16, 4), height: bytes.bigEndian(20, 4) };
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt, logical screen descriptor. */
function gifSize(bytes: Base64Bytes): ImageSize | undefined {
  if (bytes.ascii(0, 4) !== 'GIF8') return undefined;
  return { width: bytes.littleEndian(6, 2), height: bytes.littleEndian(8, 2) };
}

/** RFC 9649: the lossy, lossless and extended forms keep the size in different places. */
function webpSize(bytes: Base64Bytes): ImageSize | undefined {
  if (bytes.ascii(0, 4) !== 'RIFF' || bytes.ascii(8, 4) !== 'WEBP') return undefined;
  switch (bytes.ascii(12, 4)) {
    case 'VP8 ':
      return { width: bytes.littleEndian(26, 2) & 0x3fff, height: bytes.littleEndian(28, 2) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.littleEndian(21, 4);
      if (Number.isNaN(packed)) return undefined;
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.littleEndian(24, 3) + 1, height: bytes.littleEndian(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** ITU T.81: the size stands in the first start-of-frame segment, behind any number of others. */
function jpegSize(bytes: Base64Bytes): ImageSize | undefined {
  if (bytes.at(0) !== 0xff || bytes.at(1) !== 0xd8) return undefined;
  let index = 2;
  while (bytes.at(index) === 0xff) {
    const marker = bytes.at(index + 1);
    if (isStartOfFrame(marker)) {
      return { height: bytes.bigEndian(index + 5, 2), width: bytes.bigEndian(index + 7, 2) };
    }
    const length = bytes.bigEndian(index + 2, 2);
    if (marker === 0xff) index += 1;
    else if (length >= 2) index += 2 + length;
    else return undefined;
  }
  return undefined;
}

/** C0–CF are start-of-frame markers, except for the three that announce tables. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
