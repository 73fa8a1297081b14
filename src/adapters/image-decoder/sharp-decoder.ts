import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Sharp } from 'sharp';
import type { Dimensions } from '#core/images/image.ts';
import type { SizeFormat } from '#core/images/image-size.ts';
import type { ImageDecoder } from '#core/images/ports.ts';
import type { Log } from '#core/shared/log.ts';
import { loadedOnce } from '#core/shared/once.ts';

/** 100 megapixels, which take 400 MB where a format is decoded as a whole. */
const MAX_PIXELS = 100_000_000;

const TIMEOUT_S = 20;

/** Threads that hash passwords and read files are the same ones. */
const MAX_RUNNING = 2;
/** Some seconds of work: where more wait, pages show the image itself. */
const MAX_WAITING = 12;

/** A quarter of a second for 640 pixels; more effort takes ten times as long for a tenth of the bytes. */
const ENCODERS: Readonly<Record<SizeFormat, (image: Sharp) => Sharp>> = {
  webp: (image) => image.webp({ quality: 80 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
};

type Open = (bytes: Uint8Array) => Sharp;

/** The library, which is an optional dependency and takes 60 ms to load; undefined where it is not installed. */
const load = async (log: Log): Promise<Open | undefined> => {
  try {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    return (bytes) =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_S }).autoOrient();
  } catch (error) {
    log.warn({ err: error }, 'sharp is not usable: images have no smaller sizes');
    return undefined;
  }
};

/** Decodes and resizes images with sharp, if it is installed; a few at a time. */
export const makeSharpDecoder = (log: Log): ImageDecoder => {
  const opener = loadedOnce(() => load(log));
  const limit = bulkhead(MAX_RUNNING, MAX_WAITING);
  return {
    measure: async (bytes) => {
      const open = await opener();
      return open === undefined ? 'unknown' : measure(open, bytes);
    },
    resize: async (read, { width, format }) => {
      const open = await opener();
      if (open === undefined) return undefined;
      try {
        return await limit.execute(async () => {
          const bytes = await read();
          return await ENCODERS[format](open(bytes).resize({ width })).toBuffer();
        });
      } catch (error) {
        if (!(error instanceof BulkheadRejectedError)) log.warn({ err: error }, 'an image could not be resized');
        return undefined;
      }
    },
  };
};

const measure = async (open: Open, bytes: Uint8Array): Promise<Dimensions | 'undecodable'> => {
  try {
    const { autoOrient } = await open(bytes).metadata();
    // decodes it
    await open(bytes).resize({ width: 16 }).raw().toBuffer();
    return autoOrient;
  } catch {
    return 'undecodable';
  }
};
