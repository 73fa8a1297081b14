import { createHash } from 'node:crypto';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type ImageContent, MAX_IMAGE_BYTES, recognizeImage } from '#core/images/image.ts';
import type { ImageFailure } from '#core/imports/image-fetch.ts';
import type { ImageSource } from '#core/imports/ports.ts';

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;

const HEADERS = {
  'user-agent': 'Commerce-Images/1.0',
  accept: 'image/avif, image/webp, image/png, image/jpeg',
  'accept-encoding': 'identity',
};

type Deps = Readonly<{
  /** Connects to allowed addresses only. */
  connect: buildConnector.connector;
  /** Why a connection failed. */
  failureOf: (error: Error) => ImageFailure;
  timeoutMs?: number;
}>;

/** A source with pooled connections. */
export type UndiciImages = ImageSource & {
  /** Ends all connections; images that are being fetched fail. */
  close(): Promise<void>;
};

/** Fetches images through undici, which is loaded with the first one. Redirects are followed and checked like addresses. */
export const makeUndiciImages = ({ connect, failureOf, timeoutMs = TIMEOUT_MS }: Deps): UndiciImages => {
  let agent: Promise<Agent> | undefined;
  let isClosed = false;
  const open = async (): Promise<Agent> => {
    const { Agent } = await import('undici');
    return new Agent({ connect, allowH2: false, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  };

  const request = async (url: URL, signal: AbortSignal): Promise<Response> => {
    agent ??= open();
    const dispatcher = await agent;
    const { origin, pathname, search } = url;
    return dispatcher.request({ origin, path: pathname + search, method: 'GET', headers: HEADERS, signal });
  };

  const follow = async (address: string, signal: AbortSignal): Promise<ImageContent | ImageFailure> => {
    let url = webUrl(address);
    for (let redirects = 0; url !== undefined && redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await request(url, signal);
      const { statusCode, headers, body } = response;
      if (statusCode === 200) return await contentOf(response);
      discard(body);
      if (statusCode < 300 || statusCode >= 400) return failureOfStatus(statusCode);
      const { location } = headers;
      url = typeof location === 'string' ? webUrl(location, url) : undefined;
    }
    return 'redirected';
  };

  return {
    async fetch(address) {
      if (isClosed) return 'connection_failed';
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await follow(address, signal);
      } catch (error) {
        return signal.aborted ? 'timeout' : failureOf(error as Error);
      }
    },

    async close() {
      isClosed = true;
      await (await agent)?.destroy();
    },
  };
};

type Response = Dispatcher.ResponseData;

/** Undefined for what is no address by http or https, or has a password. */
const webUrl = (address: string, base?: URL): URL | undefined => {
  const url = URL.parse(address, base?.href) ?? undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' ? url : undefined;
};

const failureOfStatus = (status: number): ImageFailure =>
  status >= 500 || status === 429 ? 'unavailable' : 'not_found';

/** Ends a response whose rest is not read; its error then says nothing. */
const discard = (body: Response['body']): void => void body.on('error', () => {}).destroy();

/** Reads no more than images have. */
const contentOf = async ({ headers, body }: Response): Promise<ImageContent | ImageFailure> => {
  const tooLarge = (): ImageFailure => {
    discard(body);
    return 'too_large';
  };
  if (Number(headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) return tooLarge();
  const digest = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_IMAGE_BYTES) return tooLarge();
    digest.update(chunk);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, size);
  const extension = recognizeImage(bytes);
  return extension === undefined ? 'not_image' : { bytes, sha256: digest.digest('hex'), extension };
};
