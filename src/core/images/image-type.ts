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

export const IMAGE_EXTENSIONS = Object.keys(IMAGE_TYPES) as ImageExtension[];

export const IMAGE_MEDIA_TYPES: readonly string[] = Object.values(IMAGE_TYPES).map(({ type }) => type);

/** The media type of a file, such as `image/png`. */
export const mediaTypeOf = (extension: ImageExtension): string => IMAGE_TYPES[extension].type;

/** What a content is, by its first bytes; undefined if it is none of these images. */
export const recognizeImage = (bytes: Uint8Array): ImageExtension | undefined =>
  IMAGE_EXTENSIONS.find((extension) => IMAGE_TYPES[extension].matches(bytes));

/** For messages: `a PNG image`. */
export const imageKinds = IMAGE_EXTENSIONS.map((extension) => IMAGE_TYPES[extension].name);
