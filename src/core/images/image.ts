import type { Id } from '#core/shared/id.ts';

const isAscii = (bytes: Uint8Array, start: number, text: string): boolean =>
  [...text].every((character, index) => bytes[start + index] === character.charCodeAt(0));

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const BRANDS = ['avif', 'avis'];

/** The box `ftyp` of ISO base media files: its length, its name, the major brand, a version, and compatible brands. */
const isAvif = (bytes: Uint8Array): boolean => {
  if (bytes.length < 16 || !isAscii(bytes, 4, 'ftyp')) return false;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(length, bytes.length, MAX_FTYP_BYTES);
  for (let start = 8; start + 4 <= end; start += 4) {
    if (start !== 12 && BRANDS.some((brand) => isAscii(bytes, start, brand))) return true;
  }
  return false;
};

const MAX_FTYP_BYTES = 256;

/** The types of images, by the extensions of their files, and how their contents are recognised. */
const IMAGE_TYPES = {
  png: { type: 'image/png', name: 'PNG', matches: (bytes: Uint8Array) => startsWith(bytes, PNG_SIGNATURE) },
  jpg: { type: 'image/jpeg', name: 'JPEG', matches: (bytes: Uint8Array) => startsWith(bytes, JPEG_SIGNATURE) },
  webp: {
    type: 'image/webp',
    name: 'WebP',
    matches: (bytes: Uint8Array) => isAscii(bytes, 0, 'RIFF') && isAscii(bytes, 8, 'WEBP'),
  },
  avif: { type: 'image/avif', name: 'AVIF', matches: isAvif },
} as const;

export type ImageExtension = keyof typeof IMAGE_TYPES;

const IMAGE_EXTENSIONS = Object.keys(IMAGE_TYPES) as ImageExtension[];

export const IMAGE_MEDIA_TYPES: readonly string[] = Object.values(IMAGE_TYPES).map(({ type }) => type);

/** The media type of a file, such as `image/png`. */
export const mediaTypeOf = (extension: ImageExtension): string => IMAGE_TYPES[extension].type;

/** What a content is, by its first bytes; undefined if it is none of these images. */
export const recognizeImage = (bytes: Uint8Array): ImageExtension | undefined =>
  IMAGE_EXTENSIONS.find((extension) => IMAGE_TYPES[extension].matches(bytes));

/** For messages: `a PNG image`. */
export const imageKinds = IMAGE_EXTENSIONS.map((extension) => IMAGE_TYPES[extension].name);

/** 10 MiB. */
export const MAX_IMAGE_BYTES = 10_485_760;

/** The content of an image file. */
export type ImageContent = Readonly<{
  bytes: Uint8Array;
  /** The digest of the bytes in hexadecimal. */
  sha256: string;
  /** What the bytes are. */
  extension: ImageExtension;
}>;

/** The width and the height of an image, in pixels, as it is shown. */
export type Dimensions = Readonly<{ width: number; height: number }>;

/** An uploaded image. The same content is the same image, and never changes. */
export type Image = Readonly<{
  id: Id<'img'>;
  /** The digest of the content, its dimensions if they are known, and the extension of its type. */
  fileName: string;
  /** The media type. */
  type: string;
  /** In bytes. */
  size: number;
  createdAt: Date;
}>;

const FILE_NAME = new RegExp(`^[0-9a-f]{64}(?:-(\\d{1,5})x(\\d{1,5}))?\\.(${IMAGE_EXTENSIONS.join('|')})$`);

/** Crockford's base 32, in which ids are written. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const ID_DIGITS = 26;

export const Image = {
  /** The path under which the service serves images: `<path>/<fileName>`. */
  path: '/images',

  /** @param sha256 The digest of the content in hexadecimal. */
  fileName: (sha256: string, extension: ImageExtension, dimensions: Dimensions | undefined): string =>
    `${sha256}${dimensions === undefined ? '' : `-${dimensions.width}x${dimensions.height}`}.${extension}`,

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
    const extension = FILE_NAME.exec(fileName)?.[3];
    return extension === undefined ? undefined : mediaTypeOf(extension as ImageExtension);
  },

  /** The dimensions in a file name; undefined if it has none. */
  dimensionsOf: (fileName: string): Dimensions | undefined => {
    const [, width, height] = FILE_NAME.exec(fileName) ?? [];
    return width === undefined ? undefined : { width: Number(width), height: Number(height) };
  },

  /** The file name of an uploaded image in a URL, at any address of a service; undefined for another URL. */
  fileNameOf: (url: string): string | undefined => {
    const [, fileName = ''] = /^https?:\/\/[^/?#@]+\/images\/([^/?#]+)$/.exec(url) ?? [];
    return Image.typeOf(fileName) === undefined ? undefined : fileName;
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
