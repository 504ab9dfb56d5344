import { digestText } from '../conversation/digest';
import type { ImagePart } from '../conversation/message';
import { base64ByteLength, imageSize } from './imageSize';

/** An image or another binary part from its base64 form. */
export function imageFromBase64(mimeType: string, data: string): ImagePart {
  return {
    kind: 'image',
    mimeType,
    byteLength: base64ByteLength(data),
    digest: digestText(data),
    ...(mimeType.startsWith('image/') ? imageSize(data) : undefined),
    data,
  };
}

/** What an image at an address is taken for: the address rarely tells, and nothing is fetched. */
const unknownImageType = 'image/*';

/**
 * An image from a `data:` URI or an address. Of an address nothing is known but itself: its size counts as 0 bytes and
 * its digest is that of the address.
 */
export function imageFromUrl(url: string, mimeType = unknownImageType): ImagePart {
  const embedded = /^data:([^;,]*);base64,/i.exec(url);
  if (embedded) return imageFromBase64(embedded[1] || mimeType, url.slice(embedded[0].length));
  return { kind: 'image', mimeType, byteLength: 0, digest: digestText(url), data: url };
}

/** The address or `data:` URI of an image; `undefined` where only the reference survived. */
export function urlOfImage(image: ImagePart): string | undefined {
  if (image.data === undefined || /^[a-z][a-z0-9+.-]*:/i.test(image.data)) return image.data;
  return `data:${image.mimeType};base64,${image.data}`;
}
