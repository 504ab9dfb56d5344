import type { ImagePart } from '../conversation/message';
import type { Vendor } from './modelFamily';

/**
 * Tokens of an image or another binary part, by its pixels where the vendor's rule is public, else a flat figure. The
 * bytes are never looked at: three megabytes of base64 cost what their picture costs.
 */
export function imageTokens(image: Pick<ImagePart, 'width' | 'height'>, vendor: Vendor): number {
  const { width = 0, height = 0 } = image;
  if (vendor === 'unknown' || !(width > 0 && height > 0)) return flatImageTokens[vendor];
  switch (vendor) {
    case 'openai':
      return tiledTokens(width, height);
    case 'anthropic':
      return Math.min(flatImageTokens.anthropic, Math.ceil((width * height) / 750));
  }
}

/**
 * What the largest image costs after the vendor has scaled it down: 8 tiles at OpenAI, about 1,600 at Anthropic. An
 * unknown vendor is priced like the dearer one: a request that turns out smaller than counted still fits.
 */
export const flatImageTokens: Readonly<Record<Vendor, number>> = { openai: 1445, anthropic: 1600, unknown: 1600 };

/**
 * OpenAI's rule for high detail: fit into 2,048 × 2,048, then bring the shorter side down to 768, then 170 tokens for
 * each tile of 512 × 512 and 85 for the whole.
 */
function tiledTokens(width: number, height: number): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const shrink = fit * Math.min(1, 768 / (fit * Math.min(width, height)));
  const tiles = Math.ceil((width * shrink) / 512) * Math.ceil((height * shrink) / 512);
  return 85 + 170 * Math.max(1, tiles);
}
