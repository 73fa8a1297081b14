// Why: docs/decisions/0066-pictures.md

import { Image, type ImageExtension, mediaTypeOf } from './image.ts';

/** In pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920] as const;

const FORMATS = ['webp', 'avif'] as const satisfies readonly ImageExtension[];

export type SizeFormat = (typeof FORMATS)[number];

/** A smaller copy of an uploaded image, made when it is first asked for. */
export type ImageSize = Readonly<{
  /** The file name of the image. */
  original: string;
  /** In pixels; the height follows. */
  width: number;
  format: SizeFormat;
  /** The media type. */
  type: string;
}>;

const NAME = new RegExp(`^([0-9a-f]{64}-(\\d{1,5})x\\d{1,5})-([a-z]{3,4})-(\\d{3,4})\\.(${FORMATS.join('|')})$`);

const withWidth = (fileName: string, width: number, format: SizeFormat): string =>
  `${fileName.replace('.', '-')}-${width}.${format}`;

export const ImageSize = {
  formats: FORMATS,

  /** The widths of the smaller copies of an image of this width. */
  widthsOf: (width: number): readonly number[] => WIDTHS.filter((each) => each < width),

  /** The file name of a smaller copy: that of the image, with the width. */
  fileName: ({ original, width, format }: Pick<ImageSize, 'original' | 'width' | 'format'>): string =>
    withWidth(original, width, format),

  /** What a file name asks for; undefined for a text that is none, or a width that is not offered. */
  parse: (fileName: string): ImageSize | undefined => {
    const [, stem, full, extension, width, format] = NAME.exec(fileName) ?? [];
    const original = `${stem}.${extension}`;
    if (Image.typeOf(original) === undefined || !ImageSize.widthsOf(Number(full)).includes(Number(width)))
      return undefined;
    return { original, width: Number(width), format: format as SizeFormat, type: mediaTypeOf(format as SizeFormat) };
  },
};
