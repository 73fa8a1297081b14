import type { Dimensions } from './image.ts';
import type { SizeFormat } from './image-size.ts';

/** Decodes images. What does so may be absent from an installation. */
export interface ImageDecoder {
  /**
   * The dimensions; `undecodable` for what is no image, a part of one, or one of too many pixels; `unknown` where images
   * cannot be decoded.
   */
  measure(bytes: Uint8Array): Promise<Dimensions | 'undecodable' | 'unknown'>;
  /**
   * A smaller copy of an image, which is read once it is its turn; undefined if none can be made now.
   * @throws the errors of `read`.
   */
  resize(
    read: () => Promise<Uint8Array>,
    size: Readonly<{ width: number; format: SizeFormat }>,
  ): Promise<Uint8Array | undefined>;
}
