import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { makeUndiciImages, type UndiciImages } from '#adapters/image-source/undici-images.ts';
import { attemptErrorOf } from '#adapters/webhooks/attempt-error.ts';
import { makeCheckedConnect } from '#adapters/webhooks/checked-connect.ts';
import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';
import { makeResolveName } from '#adapters/webhooks/resolve-name.ts';
import { MAX_IMAGE_BYTES } from '#core/images/image.ts';
import type { ImageFailure } from '#core/imports/image-fetch.ts';
import { PNG } from '../../support/builders/images.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

const MIB = 1_048_576;

/** What a host does for each path. */
const HOST: Readonly<Record<string, RequestListener>> = {
  '/a.png': (_, response) => void response.end(PNG),
  '/a%20b.png?v=1': (_, response) => void response.end(PNG),
  '/moved': (_, response) => void response.writeHead(301, { location: '/a.png' }).end(),
  '/loop': (_, response) => void response.writeHead(302, { location: '/loop' }).end(),
  '/nowhere': (_, response) => void response.writeHead(302).end(),
  '/to-file': (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-private': (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/a.png' }).end(),
  '/to-ten': (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end(),
  '/page': (_, response) => void response.end('<html>'),
  '/empty': (_, response) => void response.end(),
  '/gone': (_, response) => void response.writeHead(410).end('gone'),
  '/forbidden': (_, response) => void response.writeHead(403).end(),
  '/busy': (_, response) => void response.writeHead(503).end(),
  '/too-many': (_, response) => void response.writeHead(429).end(),
  '/silent': () => {},
  '/slow': (_, response) => void response.write(PNG.subarray(0, 20)),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write(PNG);
    setTimeout(() => response.destroy(), 20);
  },
  '/said-50-mb': (_, response) => {
    response.writeHead(200, { 'content-length': `${50 * MIB}` });
    response.write(PNG);
  },
  '/50-mb': (_, response) => {
    response.write(PNG);
    const zeros = Buffer.alloc(MIB);
    const more = (): void => {
      while (!response.destroyed && response.write(zeros));
    };
    response.on('drain', more);
    more();
  },
};

describe('images that are fetched', () => {
  let host: Receiver;
  let images: UndiciImages;

  const open = (allowed: AllowedTargets): UndiciImages => {
    const { connect } = makeCheckedConnect({ allowed, resolve: makeResolveName(), timeoutMs: 500 });
    return makeUndiciImages({ connect, failureOf: (error) => attemptErrorOf(error) as ImageFailure, timeoutMs: 500 });
  };

  before(async () => {
    host = await startReceiver((request, response) => HOST[request.url ?? '']?.(request, response));
    images = open('loopback');
  });
  after(async () => {
    await images.close();
    host.close();
  });

  const fetched = (path: string) => images.fetch(`http://127.0.0.1:${host.port}${path}`);

  it('are what is at the address, also after redirects', async () => {
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    for (const path of ['/a.png', '/a%20b.png?v=1', '/moved', '/a.png#top']) {
      const image = await fetched(path);
      if (typeof image === 'string') expect.fail(`${path}: ${image}`);
      expect(Buffer.from(image.bytes).equals(PNG), path).to.equal(true);
      expect(image).to.include({ sha256, extension: 'png' });
    }
    expect(host.received[0]?.headers).to.include({ 'user-agent': 'Commerce-Images/1.0' });
  });

  const failures: Readonly<Record<string, ImageFailure>> = {
    '/loop': 'redirected',
    '/nowhere': 'redirected',
    '/to-file': 'redirected',
    '/to-private': 'address_forbidden',
    '/to-ten': 'address_forbidden',
    '/page': 'not_image',
    '/empty': 'not_image',
    '/gone': 'not_found',
    '/forbidden': 'not_found',
    '/busy': 'unavailable',
    '/too-many': 'unavailable',
    '/silent': 'timeout',
    '/slow': 'timeout',
    '/cut': 'connection_failed',
    '/said-50-mb': 'too_large',
    '/50-mb': 'too_large',
  };
  for (const [path, failure] of Object.entries(failures)) {
    it(`fail as ${failure} at ${path}`, async () => {
      expect(await fetched(path)).to.equal(failure);
    });
  }

  it('are not fetched from private addresses and what is no address of the web', async () => {
    const outside = open('public');
    for (const [address, failure] of [
      [`http://127.0.0.1:${host.port}/a.png`, 'address_forbidden'],
      [`http://localhost:${host.port}/a.png`, 'address_forbidden'],
      [`http://[::1]:${host.port}/a.png`, 'address_forbidden'],
      [`http://2130706433:${host.port}/a.png`, 'address_forbidden'],
      ['http://a-host-that-does-not-exist.invalid/a.png', 'name_not_resolved'],
      ['ftp://127.0.0.1/a.png', 'redirected'],
      ['http://user:password@127.0.0.1/a.png', 'redirected'],
      ['a.png', 'redirected'],
    ] as const) {
      expect(await outside.fetch(address), address).to.equal(failure);
    }
    await outside.close();
  });

  it('fail at once after the end', async () => {
    const ended = open('loopback');
    await ended.close();
    expect(await ended.fetch(`http://127.0.0.1:${host.port}/a.png`)).to.equal('connection_failed');
  });

  it('have at most 10 MiB', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES - PNG.byteLength)]);
    const large = await startReceiver((_, response) => void response.end(largest));
    const image = await images.fetch(`http://127.0.0.1:${large.port}/`);
    expect(typeof image === 'string' ? image : image.bytes.byteLength).to.equal(MAX_IMAGE_BYTES);
    large.close();
  });
});
