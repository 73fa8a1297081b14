import type { LogoSource } from '#core/invoices/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** How long a logo is used before it is read again. */
const MAX_AGE_MS = 600_000;

/** How PNG and JPEG files begin. */
const SIGNATURES = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

type Deps = Readonly<{
  /** Why a URL must not be requested: it leads into the network of the service. */
  errorOf: (url: string) => Promise<string | undefined>;
  /** The content of an image that the service stores; undefined for another URL. */
  readUploaded: (url: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  systemClock: SystemClock;
  log: Log;
}>;

/**
 * Reads uploaded logos from where they are stored, and others by HTTP. It keeps the last one for some minutes, and as long as
 * its URL cannot be read.
 */
export const makeLogoSource = ({ systemClock, log, ...sources }: Deps): LogoSource => {
  let last: Readonly<{ url: string; at: number; logo: Promise<Uint8Array | null> }> | undefined;
  return {
    read(url) {
      const now = systemClock.now().getTime();
      if (last?.url === url && now - last.at < MAX_AGE_MS) return last.logo;
      const former = last?.url === url ? last.logo : null;
      const logo = readLogo(url, sources).catch((error: unknown) => {
        log.warn({ err: error, url }, 'the logo of the shop could not be read; documents have the former one or none');
        return former;
      });
      last = { url, at: now, logo };
      return logo;
    },
  };
};

type Sources = Pick<Deps, 'errorOf' | 'readUploaded'>;

const readLogo = async (url: string, { errorOf, readUploaded }: Sources): Promise<Uint8Array> => {
  const body = (await readUploaded(url)) ?? (await download(url, errorOf));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`The logo has more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return bytes;
  throw new Error('The logo must be a PNG or a JPEG file.');
};

const download = async (url: string, errorOf: Deps['errorOf']): Promise<AsyncIterable<Uint8Array>> => {
  const error = await errorOf(url);
  if (error !== undefined) throw new Error(`The URL of the logo ${error}.`);
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) throw new Error(`The response has the status ${response.status}.`);
  return response.body;
};
