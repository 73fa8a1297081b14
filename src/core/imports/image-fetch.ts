import type { Medium, MediumFields } from '#core/catalog/media.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { Id } from '#core/shared/id.ts';
import type { ImportError } from './import-error.ts';

/** Why an image was not fetched: a sentence that continues its address, and whether it may be there later. */
const FAILURES = {
  timeout: { isFinal: false, message: 'did not arrive in time' },
  connection_failed: { isFinal: false, message: 'cannot be reached' },
  name_not_resolved: { isFinal: false, message: 'is on a host that is not found' },
  unavailable: { isFinal: false, message: 'is not available now' },
  not_found: { isFinal: true, message: 'is not given to everybody, or not there' },
  certificate_invalid: { isFinal: true, message: 'is on a host without a valid certificate' },
  address_forbidden: { isFinal: true, message: 'is at a private address' },
  redirected: { isFinal: true, message: 'leads from one address to another, too often or to none' },
  too_large: { isFinal: true, message: 'has more than 10 MiB' },
  not_image: { isFinal: true, message: 'is no PNG, JPEG, WebP or AVIF image' },
} as const;

export type ImageFailure = keyof typeof FAILURES;

/** How many images of an import wait to be fetched, were stored, and failed. */
export type ImageCounts = Readonly<{ pending: number; stored: number; failed: number }>;

/** An image of a product that is fetched from elsewhere after its import. */
export type ImageFetch = Readonly<{
  productId: ProductId;
  /** The address in the file. */
  source: string;
  importId: Id<'imp'>;
  /** Of the file. */
  line: number;
  status: keyof ImageCounts;
  /** The URL of the stored image. */
  imageUrl: string | null;
  attempts: number;
  /** When it is tried next, if it is pending. */
  dueAt: Date;
}>;

const MINUTE_MS = 60_000;

/** The pauses before further attempts. */
const RETRY_MINUTES = [1, 5, 30, 120] as const;

/** Longer than all images of a product take. */
const LEASE_MINUTES = 15;

const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

type Start = Pick<ImageFetch, 'productId' | 'source' | 'importId' | 'line'>;

export const ImageFetch = {
  start: (start: Start, at: Date): ImageFetch => ({
    ...start,
    status: 'pending',
    imageUrl: null,
    attempts: 0,
    dueAt: at,
  }),

  /** Until it is fetched, the product shows it from where it is: by https, as pages need it. */
  shownUrl: (source: string): string => source.replace(/^http:/i, 'https:'),

  /** Begins an attempt. If its process ends, another one follows later. */
  claim: (fetch: ImageFetch, at: Date): ImageFetch => ({
    ...fetch,
    attempts: fetch.attempts + 1,
    dueAt: minutesAfter(at, LEASE_MINUTES),
  }),

  store: (fetch: ImageFetch, imageUrl: string): ImageFetch => ({ ...fetch, status: 'stored', imageUrl }),

  /** Fails for good, or until the next attempt. */
  fail: (fetch: ImageFetch, failure: ImageFailure, at: Date): ImageFetch => {
    const minutes = FAILURES[failure].isFinal ? undefined : RETRY_MINUTES[fetch.attempts - 1];
    return minutes === undefined ? { ...fetch, status: 'failed' } : { ...fetch, dueAt: minutesAfter(at, minutes) };
  },

  warning: ({ line, source }: ImageFetch, failure: ImageFailure): ImportError => ({
    line,
    field: 'images',
    code: `images.${failure}`,
    message: `${source} was left out: it ${FAILURES[failure].message}`,
  }),

  /**
   * The images of a product after some were fetched, each once: two addresses may have the same one. What was removed from
   * it meanwhile does not come back.
   */
  applied: (media: readonly Medium[], fetches: readonly ImageFetch[]): readonly MediumFields[] => {
    const ended = new Map(fetches.map((each) => [ImageFetch.shownUrl(each.source), each]));
    const after = media.flatMap((medium): readonly MediumFields[] => {
      const fetch = ended.get(medium.url);
      if (fetch === undefined || fetch.status === 'pending') return [medium];
      return fetch.imageUrl === null ? [] : [{ url: fetch.imageUrl, alt: medium.alt }];
    });
    return after.filter(({ url }, index) => after.findIndex((each) => each.url === url) === index);
  },
};
