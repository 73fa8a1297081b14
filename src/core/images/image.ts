import type { Id } from '#core/shared/id.ts';
import { IMAGE_EXTENSIONS, type ImageExtension, mediaTypeOf } from './image-type.ts';

/** 10 MiB. */
export const MAX_IMAGE_BYTES = 10_485_760;

/** An uploaded image. The same content is the same image, and never changes. */
export type Image = Readonly<{
  id: Id<'img'>;
  /** The digest of the content and the extension of its type. */
  fileName: string;
  /** The media type. */
  type: string;
  /** In bytes. */
  size: number;
  createdAt: Date;
}>;

const FILE_NAME = new RegExp(`^[0-9a-f]{64}\\.(${IMAGE_EXTENSIONS.join('|')})$`);

/** Crockford's base 32, in which ids are written. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const ID_DIGITS = 26;

export const Image = {
  /** The path under which the service serves images: `<path>/<fileName>`. */
  path: '/images',

  /** @param sha256 The digest of the content in hexadecimal. */
  fileName: (sha256: string, extension: ImageExtension): string => `${sha256}.${extension}`,

  /** The id of the content: the first 128 bits of its digest. */
  idOf: (sha256: string): Id<'img'> => {
    let [rest, digits] = [BigInt(`0x${sha256.slice(0, 32)}`), ''];
    for (let index = 0; index < ID_DIGITS; index += 1) {
      digits = ALPHABET.charAt(Number(rest % 32n)) + digits;
      rest /= 32n;
    }
    return `img_${digits}`;
  },

  /** Where the file storage has the file. */
  storedName: (fileName: string): string => `images/${fileName}`,

  /** The media type of a file name; undefined for a text that is none. */
  typeOf: (fileName: string): string | undefined => {
    const [, extension] = FILE_NAME.exec(fileName) ?? [];
    return extension === undefined ? undefined : mediaTypeOf(extension as ImageExtension);
  },

  /** Whether a URL is that of an uploaded image, at any address of a service. */
  isUrl: (url: string): boolean => {
    const [, fileName = ''] = /^https?:\/\/[^/?#@]+\/images\/([^/?#]+)$/.exec(url) ?? [];
    return Image.typeOf(fileName) !== undefined;
  },
};

/** An image as the API shows it. */
export type ImageView = Readonly<{
  id: Id<'img'>;
  object: 'image';
  url: string;
  content_type: string;
  /** In bytes. */
  size: number;
  created_at: string;
}>;

/** @param origin The address that clients use, such as `https://api.shop.example`. */
export const imageView = ({ id, fileName, type, size, createdAt }: Image, origin: string): ImageView => ({
  id,
  object: 'image',
  url: `${origin}${Image.path}/${fileName}`,
  content_type: type,
  size,
  created_at: createdAt.toISOString(),
});
