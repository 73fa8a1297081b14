/** A PNG image of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What the files of each type begin with, filled up to a length. */
const padded = (start: string | readonly number[], length = 64): Buffer =>
  Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.alloc(length)]).subarray(0, length);

export const IMAGES: Readonly<Record<string, Buffer>> = {
  'image/png': PNG,
  'image/jpeg': padded([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF')]),
  'image/webp': padded('RIFF\x38\0\0\0WEBPVP8 '),
  'image/avif': padded('\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf'),
};
