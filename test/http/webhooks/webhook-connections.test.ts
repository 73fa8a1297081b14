import type { TlsOptions } from 'node:tls';
import { expect } from 'chai';
import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';
import type { ResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';
import { makeUndiciSender, type UndiciSender } from '#adapters/webhooks/undici-sender.ts';
import type { WebhookResponse } from '#core/webhooks/ports.ts';
import { clockAtNoon } from '../../support/builders/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { EXPIRED, KEY, OF_ANOTHER_NAME, VALID } from '../../support/servers/certificates.ts';
import { type Receiver, startRawReceiver, startReceiver, startTlsReceiver } from '../../support/servers/receivers.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const HERE = { address: '127.0.0.1', family: 4 };
const NOT_LISTENING = { address: '127.0.0.2', family: 4 };

const to =
  (...addresses: Awaited<ReturnType<ResolveName>>): ResolveName =>
  async () =>
    addresses;

describe('a webhook connection', () => {
  const opened: { close(): unknown }[] = [];
  const keep = <T extends { close(): unknown }>(closeable: T): T => {
    opened.push(closeable);
    return closeable;
  };
  afterEach(async () => {
    for (const closeable of opened.splice(0)) await closeable.close();
  });

  type SenderOptions = Readonly<{ allowed?: AllowedTargets; limitMs?: number; resolve?: ResolveName; ca?: string }>;

  const senderWith = ({ allowed = 'public', ...settings }: SenderOptions): UndiciSender => {
    const deps = { systemClock: clockAtNoon(), decrypt: () => `whsec_${Buffer.alloc(32).toString('base64')}` };
    return keep(makeUndiciSender(deps, { allowed, ...settings }));
  };
  const sendBy = (sender: UndiciSender, url: string): Promise<WebhookResponse> =>
    sender.send({ url, id: 'evt_1', body: '{}', secrets: ['sealed'] });

  const sendTo = (url: string, options: SenderOptions): Promise<WebhookResponse> => sendBy(senderWith(options), url);

  const tlsReceiver = async (options: TlsOptions = {}): Promise<Receiver & { named: string }> => {
    const receiver = keep(await startTlsReceiver({ key: KEY, cert: VALID, ...options }));
    return { ...receiver, named: `https://receiver.test:${receiver.port}/hook` };
  };

  describe('to a non-public address', () => {
    const HOSTS = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '127.1',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '１２７.0.0.1',
    ];
    for (const host of [
      ...HOSTS,
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]) {
      it(`is rejected for the host ${host}`, async () => {
        const { port, connections } = await tlsReceiver();
        const response = await sendTo(`https://${host}:${port}/`, { ca: VALID });
        expect(response).to.include({ status: null, error: 'address_forbidden', body: null });
        expect(connections()).to.equal(0);
      });
    }

    it('is rejected for a URL registered under looser settings', async () => {
      for (const url of [
        'http://example.com/',
        'https://localhost/',
        'https://user@example.com/',
        'ftp://example.com/',
        '',
        '//',
      ]) {
        expect(await sendTo(url, { resolve: to(PUBLIC) })).to.include({ error: 'address_forbidden' });
      }
    });

    for (const [what, addresses] of [
      ['it alone', [HERE]],
      ['a public one as well', [PUBLIC, HERE]],
      ['it before a public one', [HERE, PUBLIC]],
      ['it in a mapped form', [{ address: '::ffff:127.0.0.1', family: 6 }]],
      ['it with a zone', [{ address: 'fe80::1%lo', family: 6 }]],
    ] as const) {
      it(`is rejected when the name resolves to ${what}`, async () => {
        const { named, connections } = await tlsReceiver();
        const response = await sendTo(named, { ca: VALID, resolve: to(...addresses) });
        expect(response).to.include({ status: null, error: 'address_forbidden' });
        expect(connections()).to.equal(0);
      });
    }

    it('is rejected when the name resolved elsewhere before', async () => {
      const { named, connections } = await tlsReceiver();
      const resolved = [[PUBLIC], [HERE]];
      const resolve: ResolveName = async () => resolved.shift() ?? [];
      expect(await makeWebhookTargets({ allowed: 'public', resolve }).errorOf(named)).to.equal(undefined);
      expect(await sendTo(named, { ca: VALID, resolve })).to.include({ error: 'address_forbidden' });
      expect(connections()).to.equal(0);
    });
  });

  describe('to a name', () => {
    it('uses the checked address without resolving again', async () => {
      const { named, connections } = await tlsReceiver();
      const resolved = [[HERE], [NOT_LISTENING]];
      const resolve: ResolveName = async () => resolved.shift() ?? [];
      expect(await sendTo(named, { allowed: 'private', ca: VALID, resolve })).to.include({ status: 204, error: null });
      expect(resolved).to.have.length(1);
      expect(connections()).to.equal(1);
    });

    it('uses the address that responds', async () => {
      const { named } = await tlsReceiver();
      const settings = { allowed: 'private', ca: VALID, resolve: to(NOT_LISTENING, HERE) } as const;
      expect(await sendTo(named, settings)).to.include({ status: 204, error: null });
    });

    it('waits for a running resolution, up to a limit', async () => {
      const response = await sendTo('https://slow.example/', { limitMs: 100, resolve: () => new Promise(() => {}) });
      expect(response).to.include({ status: null, error: 'timeout' });
    });

    for (const [what, resolve] of [
      ['is not known', () => Promise.reject(new Error('ENOTFOUND'))],
      ['has no address', to()],
    ] as const) {
      it(`is rejected when ${what}`, async () => {
        expect(await sendTo('https://gone.example/', { resolve })).to.include({ error: 'name_not_resolved' });
      });
    }
  });

  describe('by TLS', () => {
    const allowed = { allowed: 'private', resolve: to(HERE) } as const;

    it('accepts a certificate for the name or the address', async () => {
      const { named, url } = await tlsReceiver();
      for (const target of [named, named.replace('.test', '.test.'), url]) {
        expect(await sendTo(target, { ...allowed, ca: VALID })).to.include({ status: 204, error: null });
      }
    });

    for (const [what, options, ca] of [
      ['signed by itself', {}, undefined],
      ['expired', { cert: EXPIRED }, EXPIRED],
      ['of another name', { cert: OF_ANOTHER_NAME }, OF_ANOTHER_NAME],
    ] as const) {
      it(`rejects a certificate that is ${what}, every time`, async () => {
        for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
          const { named, url } = await tlsReceiver({ ...options, maxVersion });
          const sender = senderWith({ ...allowed, ...(ca === undefined ? {} : { ca }) });
          for (const target of [named, named, url]) {
            expect(await sendBy(sender, target)).to.include({ status: null, error: 'certificate_invalid' });
          }
        }
      });
    }

    it('rejects old TLS versions', async () => {
      const { named } = await tlsReceiver({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' });
      expect(await sendTo(named, { ...allowed, ca: VALID })).to.include({ error: 'certificate_invalid' });
    });

    it('fails when the receiver does not speak TLS', async () => {
      const plain = keep(await startReceiver());
      const response = await sendTo(plain.url.replace('http:', 'https:'), allowed);
      expect(response).to.include({ status: null, error: 'certificate_invalid' });
    });

    it('times out when the handshake is too slow', async () => {
      const { port } = keep(await startRawReceiver(() => {}));
      const response = await sendTo(`https://receiver.test:${port}/`, { ...allowed, limitMs: 100 });
      expect(response).to.include({ status: null, error: 'timeout' });
    });

    it('fails when the receiver disconnects', async () => {
      const { port } = keep(await startRawReceiver((socket) => socket.destroy()));
      const response = await sendTo(`https://receiver.test:${port}/`, allowed);
      expect(response).to.include({ status: null, error: 'connection_failed' });
    });
  });

  describe('that is closed', () => {
    it('aborts everything in flight at once', async () => {
      const silent = keep(await startRawReceiver(() => {}));
      const sender = senderWith({ allowed: 'private' });
      const urls = [silent.url, silent.url.replace('http:', 'https:')];
      const responses = urls.map((url) => sendBy(sender, url));
      await eventually('both are connected', async () => silent.connections() === 2);
      await sender.close();
      for (const response of await Promise.all(responses)) expect(response).to.include({ error: 'connection_failed' });
    });

    it('sends nothing more', async () => {
      const { url, connections } = keep(await startReceiver());
      const sender = senderWith({ allowed: 'private' });
      await sender.close();
      expect(await sendBy(sender, url)).to.include({ status: null, error: 'connection_failed' });
      expect(connections()).to.equal(0);
    });
  });
});
