import { createHash, createHmac, hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#adapters/file-storage/s3-files.ts';

type StoredObject = Readonly<{ type: string; bytes: Buffer; storedAt: Date }>;

/** A bucket behind the API of S3, which verifies signatures (AWS Signature Version 4) and digests. */
export type S3Server = Readonly<{
  settings: S3Settings;
  /** By key. */
  objects: ReadonlyMap<string, StoredObject>;
  /** The methods of all requests in order. */
  methods: readonly string[];
  /** The status of the next responses instead of the result; `silent` for none. */
  fail(with_: number | 'silent' | undefined): void;
  close(): Promise<void>;
}>;

const REGION = 'eu-test-1';
const ACCESS_KEY_ID = 'AKIATEST';
const SECRET_ACCESS_KEY = 'a secret access key of tests';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

/** Whether a request is signed with the key, now, and has the signed body. */
const isSigned = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean => {
  const [, keyId, date = '', region, names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const bodyDigest = String(headers['x-amz-content-sha256']);
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', signedHeaders.join(''), names, bodyDigest].join('\n');
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET_ACCESS_KEY}`, date), REGION), 's3'), 'aws4_request');
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return (
    keyId === ACCESS_KEY_ID &&
    region === REGION &&
    names.includes('host') &&
    Math.abs(Date.now() - sentAt) < 900_000 &&
    bodyDigest === createHash('sha256').update(body).digest('hex') &&
    signature === hmac(key, toSign).toString('hex')
  );
};

export const startS3Server = async (): Promise<S3Server> => {
  const objects = new Map<string, StoredObject>();
  const methods: string[] = [];
  let failure: number | 'silent' | undefined;

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    methods.push(request.method ?? '');
    if (failure === 'silent') return;
    if (failure !== undefined) return void response.writeHead(failure).end();
    if (!isSigned(request, body)) return void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    const [, bucket, key = ''] = /^\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    if (bucket !== 'test-bucket') return void response.writeHead(404).end('<Code>NoSuchBucket</Code>');
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT':
        objects.set(key, { type: request.headers['content-type'] ?? '', bytes: body, storedAt: new Date() });
        return void response.writeHead(200).end();
      case 'DELETE':
        objects.delete(key);
        return void response.writeHead(204).end();
      default:
        if (found === undefined) return void response.writeHead(404).end();
        response.writeHead(200, {
          'Content-Type': found.type,
          'Content-Length': found.bytes.byteLength,
          'Last-Modified': found.storedAt.toUTCString(),
        });
        response.end(request.method === 'HEAD' ? undefined : found.bytes);
    }
  };

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'test-bucket',
      region: REGION,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
    },
    objects,
    methods,
    fail: (status) => {
      failure = status;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
