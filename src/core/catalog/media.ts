import { Image } from '#core/images/image.ts';
import { ImageSize, type SizeFormat } from '#core/images/image-size.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';

/** The URLs of a smaller copy in each format. */
export type MediaSize = Readonly<{ width: number }> & Readonly<Record<SizeFormat, string>>;

/** A picture of a product, as the API shows it. */
export type Medium = Readonly<{
  url: string;
  /** What it shows, for those who do not see it. */
  alt: string | null;
  /** In pixels; null for one elsewhere, and for one that was uploaded where images cannot be decoded. */
  width: number | null;
  height: number | null;
  /** Smaller copies, the smallest first. */
  sizes: readonly MediaSize[];
}>;

/** A picture as a writer sends it; the rest follows from its URL. */
export type MediumFields = Readonly<{ url: string; alt?: string | null }>;

/** How a writer sends pictures: with or without texts. */
type MediaFields = Readonly<{ images?: readonly string[] | null; media?: readonly MediumFields[] | null }>;

const UNKNOWN = { width: null, height: null, sizes: [] } as const;

export const Medium = {
  of: ({ url, alt = null }: MediumFields): Medium => {
    const fileName = Image.fileNameOf(url);
    const dimensions = fileName === undefined ? undefined : Image.dimensionsOf(fileName);
    if (fileName === undefined || dimensions === undefined) return { url, alt, ...UNKNOWN };
    const folder = url.slice(0, -fileName.length);
    const urlOf = (width: number, format: SizeFormat): string =>
      folder + ImageSize.fileName({ original: fileName, width, format });
    const sizes = ImageSize.widthsOf(dimensions.width).map((width) => ({
      width,
      webp: urlOf(width, 'webp'),
      avif: urlOf(width, 'avif'),
    }));
    return { url, alt, ...dimensions, sizes };
  },

  /**
   * The pictures that a writer sends: of `images` with the texts that the same URLs had before.
   * @throws DomainError `validation_failed` if `images` and `media` differ.
   */
  ofFields: ({ images, media }: MediaFields, before: readonly MediumFields[] = []): readonly Medium[] => {
    if (images == null) return (media ?? []).map(Medium.of);
    if (media == null) {
      const known = new Map(before.map(({ url, alt }) => [url, alt ?? null]));
      return images.map((url) => Medium.of({ url, alt: known.get(url) ?? null }));
    }
    if (images.length !== media.length || media.some(({ url }, index) => url !== images[index]))
      throw invalid([DIFFER]);
    return media.map(Medium.of);
  },

  /** What a patch changes the pictures to: `images` alone keep the texts that their URLs had before. */
  patchOf: ({ images, media }: MediaFields, before: readonly Medium[]): MediaFields => {
    if (images === undefined) return media === undefined ? {} : { media };
    if (media == null) return { media: images && Medium.fieldsOf(Medium.ofFields({ images }, before)) };
    return { images, media };
  },

  /** The pictures as a writer would send them. */
  fieldsOf: (media: readonly Medium[]): readonly MediumFields[] => media.map(({ url, alt }) => ({ url, alt })),

  urlsOf: (media: readonly Medium[]): readonly string[] => media.map(({ url }) => url),
};

const DIFFER: FieldError = {
  path: ['media'],
  code: 'any.only',
  message: 'must have the URLs of images in their order: omit one of both',
};
