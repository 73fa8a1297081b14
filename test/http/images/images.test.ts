import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MAX_IMAGE_BYTES } from '#core/images/image.ts';
import { IMAGES, PNG } from '../../support/builders/images.ts';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startS3Server } from '../../support/servers/s3-server.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe('images', () => {
  let app: TestApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.stop());

  const upload = (body: Uint8Array, type: string, headers = {}, query = '') =>
    app.call(`/api/images${query}`, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } });

  const get = (url: string, headers = {}, method = 'GET') => fetch(url, { headers, method });

  for (const [type, bytes] of Object.entries(IMAGES)) {
    it(`of ${type} are stored and served to everybody as they are`, async () => {
      const { status, json, headers } = await upload(bytes, type);
      expect(status).to.equal(201);
      expect(json).to.include({ object: 'image', content_type: type, size: bytes.byteLength });
      expect(json.id).to.match(/^img_/);
      expect(json.url).to.equal(`${app.url}${headers.get('location')}`);
      const served = await get(json.url);
      expect(served.status).to.equal(200);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).to.equal(true);
      expect(served.headers.get('content-type')).to.equal(type);
      expect(served.headers.get('content-length')).to.equal(String(bytes.byteLength));
    });
  }

  it('are served with immutable caching, and as nothing but images', async () => {
    const { url } = (await upload(PNG, 'image/png')).json;
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await get(url, { Authorization: `Bearer ${app.ownerKey}` }, method);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(headers.get('etag')).to.equal(`"${hash('sha256', PNG)}-1x1.png"`);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none';.* sandbox$/);
      expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
      expect(headers.get('vary')).to.equal('Origin');
      expect(headers.get('content-length')).to.equal(String(PNG.byteLength));
    }
    const etag = (await get(url)).headers.get('etag') ?? '';
    const unchanged = await get(url, { 'If-None-Match': etag });
    expect([unchanged.status, await unchanged.text()]).to.deep.equal([304, '']);
    expect((await get(url, {}, 'POST')).status).to.equal(405);
  });

  it('are the same when they are uploaded again', async () => {
    const [first, second] = [await upload(PNG, 'image/png'), await upload(PNG, 'image/png')];
    expect(second.json).to.deep.equal(first.json);
    const another = await upload(Buffer.concat([PNG, Buffer.from('x')]), 'image/png');
    expect(another.json.url).to.not.equal(first.json.url);
  });

  it('are recognised by their content, whatever the header says', async () => {
    const cases: readonly (readonly [Uint8Array, string, string])[] = [
      [PNG, 'image/jpeg', 'Content-Type must be image/png, which the body is'],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/png',
        'Content-Type is image/png, but the body is not a PNG, JPEG, WebP or AVIF image',
      ],
      [
        Buffer.alloc(0),
        'image/webp',
        'Content-Type is image/webp, but the body is not a PNG, JPEG, WebP or AVIF image',
      ],
      [
        Buffer.concat([PNG.subarray(0, 40), Buffer.alloc(100)]),
        'image/png',
        'Content-Type is image/png, but the body cannot be decoded as an image',
      ],
      [PNG, 'image/svg+xml', 'Content-Type must be image/png or image/jpeg or image/webp or image/avif'],
      [PNG, 'application/json', 'Content-Type must be image/png or image/jpeg or image/webp or image/avif'],
    ];
    for (const [body, type, detail] of cases) {
      expect(expectProblem(await upload(body, type), 415, 'unsupported_media_type')).to.include({ detail });
    }
  });

  it('have at most 10 MiB', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES - PNG.byteLength)]);
    const { json, status } = await upload(largest, 'image/png');
    expect([status, json.size]).to.deep.equal([201, MAX_IMAGE_BYTES]);
    const served = await get(json.url);
    expect((await served.arrayBuffer()).byteLength).to.equal(MAX_IMAGE_BYTES);
    const reply = await upload(Buffer.concat([largest, Buffer.from('x')]), 'image/png');
    expect(expectProblem(reply, 413, 'payload_too_large')).to.include({
      detail: 'The body must have at most 10485760 bytes.',
    });
  });

  it('are not found at other addresses', async () => {
    for (const name of [
      'a.png',
      `${'0'.repeat(64)}.png`,
      `${'0'.repeat(64)}.svg`,
      '..%2F..%2Fsecret',
      '..%5Csecret',
      '',
    ]) {
      expect((await get(`${app.url}/images/${name}`)).status, name).to.equal(404);
    }
  });

  it('need products:write to upload', async () => {
    const { key } = await createKey(app, { scopes: ['products:read'] });
    const request = { method: 'POST', body: PNG, headers: { 'Content-Type': 'image/png' } };
    expectProblem(await app.call('/api/images', { ...request, key: null }), 401, 'authentication_required');
    expectProblem(await app.call('/api/images', { ...request, key }), 403, 'insufficient_scope');
  });

  it('are replayed under an idempotency key, which another image cannot have', async () => {
    const headers = { 'Idempotency-Key': 'an-image' };
    const first = await upload(PNG, 'image/png', headers);
    const again = await upload(PNG, 'image/png', headers);
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    const other = await upload(IMAGES['image/webp'] ?? PNG, 'image/webp', headers);
    expectProblem(other, 422, 'idempotency_key_reused');
  });

  it('are checked and not stored by a dry run', async () => {
    const image = Buffer.concat([PNG, Buffer.from('a dry run')]);
    const { status, json } = await upload(image, 'image/png', {}, '?dry_run=true');
    expect(status).to.equal(201);
    expect(json).to.include({ dry_run: true, content_type: 'image/png' });
    expect((await get(json.url)).status).to.equal(404);
    expectProblem(await upload(image, 'image/avif', {}, '?dry_run=true'), 415, 'unsupported_media_type');
  });

  it('may be shown with products, also without https', async () => {
    const { url } = (await upload(PNG, 'image/png')).json;
    expect(url).to.match(/^http:/);
    const product = await createProduct(app, { images: [url, 'https://example.com/a.jpg'] });
    expect(product.images).to.deep.equal([url, 'https://example.com/a.jpg']);
    const reply = await app.call('/api/products', {
      method: 'POST',
      body: { name: 'a', price: 1, images: [`${app.url}/images/a.png`] },
    });
    expect(expectProblem(reply, 422, 'validation_failed')['errors']).to.deep.equal([
      { pointer: '/images/0', code: 'string.uriCustomScheme', message: 'must be a URL with the scheme https' },
    ]);
  });
});

describe('smaller copies of an image', () => {
  let app: TestApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.stop());

  /** Of 700 by 350 pixels, in a JPEG that is turned by 90 degrees. */
  const turned = () =>
    sharp({ create: { width: 350, height: 700, channels: 3, background: '#1e90ff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();

  it('are in the media of a product, and made when they are asked for', async () => {
    const headers = { 'Content-Type': 'image/jpeg' };
    const { url } = (await app.call('/api/images', { method: 'POST', body: await turned(), headers })).json;
    const { media, images } = await createProduct(app, { media: [{ url, alt: 'A blue thing' }] });
    expect(images).to.deep.equal([url]);
    const [{ sizes, ...medium }] = media;
    expect(medium).to.deep.equal({ url, alt: 'A blue thing', width: 700, height: 350 });
    expect(sizes.map(({ width }: { width: number }) => width)).to.deep.equal([320, 640]);
    for (const { width, ...urls } of sizes) {
      for (const [format, type] of [
        ['webp', 'image/webp'],
        ['avif', 'image/avif'],
      ] as const) {
        // made once, and then read
        for (const _ of [1, 2]) {
          const served = await fetch(urls[format]);
          expect(served.status).to.equal(200);
          expect(served.headers.get('content-type')).to.equal(type);
          expect(served.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
          const made = await sharp(await served.arrayBuffer()).metadata();
          expect([made.width, made.height], urls[format]).to.deep.equal([width, width / 2]);
        }
      }
    }
  });

  it('are not found in other widths, or of other images', async () => {
    const headers = { 'Content-Type': 'image/jpeg' };
    const { url } = (await app.call('/api/images', { method: 'POST', body: await turned(), headers })).json;
    const stem = url.replace(/\.jpg$/, '-jpg');
    expect((await fetch(`${stem}-320.webp`)).status).to.equal(200);
    for (const address of [
      `${stem}-321.webp`,
      `${stem}-960.webp`,
      `${stem}-320.png`,
      `${stem.replace('700x350', '800x400')}-320.webp`,
      `${app.url}/images/${'0'.repeat(64)}-700x350-jpg-320.webp`,
    ]) {
      expect((await fetch(address)).status, address).to.equal(404);
    }
  });

  it('are all served when everybody asks at once', async () => {
    const headers = { 'Content-Type': 'image/jpeg' };
    const { url } = (await app.call('/api/images', { method: 'POST', body: await turned(), headers })).json;
    const address = url.replace(/\.jpg$/, '-jpg-640.avif');
    const replies = await Promise.all(Array.from({ length: 40 }, () => fetch(address)));
    expect(replies.map(({ status }) => status)).to.deep.equal(Array(40).fill(200));
    const types = new Set(replies.map(({ headers }) => headers.get('content-type')));
    expect([...types]).to.deep.equal(['image/avif']);
  });
});

describe('images in a folder', () => {
  it('are there after a restart', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'images-'));
    const settings = { DATABASE_URL: await createDatabase(), DATA_DIR: dataDir };
    const before = await startApp(settings);
    const { location } = await uploadTo(before);
    await before.stop();
    expect(await readdir(path.join(dataDir, 'files/images'))).to.deep.equal([`${hash('sha256', PNG)}-1x1.png`]);
    const after = await startApp(settings);
    const served = await fetch(after.url + location);
    expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).to.equal(true);
    await after.stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('images on S3', () => {
  it('are stored and served, and unavailable while S3 is', async () => {
    const s3 = await startS3Server();
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
    const app = await startApp({
      FILE_STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const { status, location } = await uploadTo(app);
    expect(status).to.equal(201);
    expect([...s3.objects.keys()]).to.deep.equal([`images/${hash('sha256', PNG)}-1x1.png`]);
    const served = await fetch(app.url + location);
    expect(served.headers.get('content-type')).to.equal('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).to.equal(true);
    s3.fail(500);
    expect((await uploadTo(app)).status).to.equal(503);
    expect((await fetch(app.url + location)).status).to.equal(503);
    await app.stop();
    await s3.close();
  });
});

const uploadTo = async (app: TestApp) => {
  const headers = { 'Content-Type': 'image/png' };
  const reply = await app.call('/api/images', { method: 'POST', body: PNG, headers });
  return { status: reply.status, location: reply.headers.get('location') ?? '' };
};
