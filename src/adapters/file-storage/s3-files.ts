import { hash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { unavailable } from '#core/shared/domain-error.ts';
import type { FileStorage, StoredFile } from '#core/shared/file-storage.ts';
import { requireFileName } from './file-name.ts';

export type S3Settings = Readonly<{
  /** Such as `https://s3.eu-central-1.amazonaws.com`. The bucket is the first segment of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;

/** Timeouts of a call: until its response begins, and between two parts of it. */
const TIMEOUTS = { headersTimeout: 10_000, bodyTimeout: 10_000 };

type Call = Readonly<{ method: 'HEAD' | 'GET' | 'PUT' | 'DELETE'; type?: string; bytes?: Uint8Array }>;

const EMPTY = new Uint8Array();

/** Files in a bucket of an S3-compatible storage, which processes of several machines share. */
export class S3Files implements FileStorage {
  readonly #settings: S3Settings;
  readonly #timeouts: typeof TIMEOUTS;

  constructor(settings: S3Settings, timeouts: Partial<typeof TIMEOUTS> = {}) {
    this.#settings = settings;
    this.#timeouts = { ...TIMEOUTS, ...timeouts };
  }

  async put(name: string, { type, bytes }: { type: string; bytes: Uint8Array }): Promise<void> {
    await this.#finish(name, { method: 'PUT', type, bytes }, [200]);
  }

  async get(name: string): Promise<StoredFile | undefined> {
    const { statusCode, headers } = await this.#finish(name, { method: 'HEAD' }, [200, 404]);
    if (statusCode === 404) return undefined;
    const storedAt = new Date(String(headers['last-modified']));
    return { size: Number(headers['content-length']), storedAt, chunks: this.#chunks(name) };
  }

  async remove(name: string): Promise<void> {
    await this.#finish(name, { method: 'DELETE' }, [200, 204, 404]);
  }

  /** Calls when it is first read, so that a file that nobody reads is not transferred. */
  async *#chunks(name: string): AsyncGenerator<Uint8Array> {
    const { statusCode, body } = await this.#call(name, { method: 'GET' });
    if (statusCode !== 200) {
      await body.dump();
      throw refused(statusCode);
    }
    yield* body;
  }

  /** Makes a call whose response has no content. */
  async #finish(name: string, call: Call, expected: readonly number[]): Promise<Dispatcher.ResponseData> {
    const response = await this.#call(name, call);
    await response.body.dump();
    if (!expected.includes(response.statusCode)) throw refused(response.statusCode);
    return response;
  }

  async #call(name: string, { method, type, bytes = EMPTY }: Call): Promise<Dispatcher.ResponseData> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#settings;
    const url = `${endpoint.replace(/\/$/, '')}/${bucket}/${requireFileName(name)}`;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: {
        'X-Amz-Content-Sha256': hash('sha256', bytes),
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    });
    const { headers } = await signer.sign();
    const { request } = await import('undici');
    const body = method === 'PUT' ? bytes : null;
    return request(url, { method, headers: Object.fromEntries(headers), body, ...this.#timeouts }).catch((error) => {
      throw unavailable('The file storage is not reachable.', error);
    });
  }
}

const refused = (status: number): Error =>
  unavailable('The file storage refused the request.', new Error(`The file storage responded with ${status}.`));
