import { expect } from 'chai';
import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';
import { makeResolveName, type ResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const PRIVATE = { address: '10.1.2.3', family: 4 };

const to =
  (...addresses: Awaited<ReturnType<ResolveName>>): ResolveName =>
  async () =>
    addresses;

const errorOf = (url: string, options: { allowed?: AllowedTargets; resolve?: ResolveName } = {}) =>
  makeWebhookTargets({ allowed: 'public', resolve: to(PUBLIC), ...options }).errorOf(url);

const NOT_PUBLIC =
  'must resolve to a public address, not to a private or reserved one (unless WEBHOOK_ALLOW_PRIVATE=true is set)';
const WHOLE = 'must be an absolute URL, such as https://example.com/webhooks';
const NAME = 'must have the full name of a public host, such as example.com';
const LONG = 'must have at most 2048 characters';

const ERRORS: readonly (readonly [url: string, error: string])[] = [
  ['', WHOLE],
  ['example.com', WHOLE],
  ['/webhooks', WHOLE],
  ['https:example.com', WHOLE],
  ['https:\\\\example.com', WHOLE],
  ['https://', WHOLE],
  [' https://example.com', WHOLE],
  ['https://exam\nple.com', WHOLE],
  ['https://example.com/a b', WHOLE],
  ['https://[fe80::1%25eth0]/', WHOLE],
  ['https://256.1.1.1/', WHOLE],
  ['https://exa<mple.com/', WHOLE],
  ['https://example.com:65536/', WHOLE],
  ['http://example.com/', 'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)'],
  ['ftp://example.com/', 'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)'],
  ['file:///etc/passwd', 'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)'],
  ['wss://example.com/', 'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)'],
  ['https://user@example.com/', 'must not contain a user name or password'],
  ['https://user:password@example.com/', 'must not contain a user name or password'],
  ['https://:password@example.com/', 'must not contain a user name or password'],
  ['https://@example.com/', 'must not contain a user name or password'],
  ['https://example.com\\@127.0.0.1/', 'must be an absolute URL, such as https://example.com/webhooks'],
  ['https:///example.com', 'must be an absolute URL, such as https://example.com/webhooks'],
  ['https://example.com@127.0.0.1/', 'must not contain a user name or password'],
  ['https://example.com:0/', 'must have a port from 1 to 65535, or none'],
  ['https://example.com/#part', 'must not have a fragment (#…), which is never sent'],
  ['https://localhost/', NAME],
  ['https://LOCALHOST./', NAME],
  ['https://a.b.localhost/', NAME],
  ['https://intranet/', NAME],
  ['https://intranet./', NAME],
  ['https://example..com/', NAME],
  ['https://example.com../', NAME],
  ['https://.example.com/', NAME],
  [`https://${'x'.repeat(64)}.example/`, NAME],
  [`https://${'x.'.repeat(125)}example/`, NAME],
  ['https://metadata.google.internal/', NAME],
  ['https://printer.local/', NAME],
  ['https://router.home.arpa/', NAME],
  [`https://example.com/${'x'.repeat(2029)}`, LONG],
  [`https://example.com/${'x'.repeat(10_000)}`, LONG],
  ['x'.repeat(1_000_000), LONG],
];

const HIDDEN = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '0',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0xA9FEA9FE',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:a00:1::]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[2001:db8::1]',
  '[::FFFF:A9FE:A9FE]',
];

describe('a webhook target', () => {
  for (const [url, error] of ERRORS) {
    const shown = url.length > 60 ? `${url.slice(0, 30)}… of ${url.length} characters` : url;
    it(`rejects ${JSON.stringify(shown)}: ${error}`, async () => expect(await errorOf(url)).to.equal(error));
  }

  for (const host of HIDDEN) {
    it(`rejects ${host}`, async () => {
      const resolve: ResolveName = () => Promise.reject(new Error('A literal is not resolved.'));
      expect(await errorOf(`https://${host}:8443/path`, { resolve })).to.equal(NOT_PUBLIC);
    });
  }

  it('accepts any public URL', async () => {
    for (const url of [
      'https://example.com',
      'HTTPS://EXAMPLE.COM/',
      'https://example.com./',
      'https://example.com:8443/a/b?c=d&e=%20',
      'https://bücher.example/',
      'https://93.184.215.14/',
      'https://[2606:4700:4700::1111]/',
      'https://xlocalhost.example/',
      'https://a_b.local.example/',
      `https://${'x'.repeat(63)}.example/`,
      `https://example.com/${'x'.repeat(2028)}`,
    ]) {
      expect(await errorOf(url), url).to.equal(undefined);
    }
  });

  it('rejects a name with any private address, without revealing it', async () => {
    for (const addresses of [
      [PRIVATE],
      [PUBLIC, PRIVATE],
      [PRIVATE, PUBLIC],
      [PUBLIC, { address: '::1', family: 6 }],
    ]) {
      expect(await errorOf('https://inner.example/', { resolve: to(...addresses) })).to.equal(NOT_PUBLIC);
    }
  });

  it('is resolved under the name that will be called', async () => {
    const names: string[] = [];
    const resolve: ResolveName = async (name) => {
      names.push(name);
      return [PUBLIC];
    };
    await errorOf('https://BÜCHER.example:8443/', { resolve });
    expect(names).to.deep.equal(['xn--bcher-kva.example']);
  });

  it('accepts a name that is unknown or slow to resolve', async () => {
    const unknown: ResolveName = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await errorOf('https://to-come.example/', { resolve: unknown })).to.equal(undefined);
    expect(await errorOf('https://to-come.example/', { resolve: to() })).to.equal(undefined);
    const slow: ResolveName = () => new Promise(() => {});
    const targets = makeWebhookTargets({ allowed: 'public', resolve: slow, resolveMs: 20 });
    expect(await targets.errorOf('https://slow.example/')).to.equal(undefined);
  });

  describe('when private addresses are allowed', () => {
    const allowing = (url: string) => errorOf(url, { allowed: 'private', resolve: to(PRIVATE) });

    it('accepts this machine, private networks and http', async () => {
      for (const url of [
        'http://127.0.0.1:4000/',
        'http://localhost:4000',
        'https://intranet/',
        'http://[::1]/',
        'https://inner.example/',
      ]) {
        expect(await allowing(url), url).to.equal(undefined);
      }
    });

    it('still rejects malformed URLs', async () => {
      expect(await allowing('ftp://127.0.0.1/')).to.equal('must be an http or https URL');
      expect(await allowing('http://user@127.0.0.1/')).to.equal('must not contain a user name or password');
      expect(await allowing('http://127.0.0.1:0/')).to.equal('must have a port from 1 to 65535, or none');
      expect(await allowing('127.0.0.1')).to.equal(WHOLE);
    });
  });
});

describe('name resolution', () => {
  it('uses this machine’s resolver', async () => {
    const addresses = await makeResolveName()('localhost');
    expect(addresses.map(({ address }) => address)).to.include('127.0.0.1');
  });

  it('shares a running look-up and repeats it afterwards', async () => {
    let calls = 0;
    const resolve = makeResolveName(async () => {
      calls += 1;
      return [PUBLIC];
    });
    await Promise.all([resolve('a.example'), resolve('a.example'), resolve('b.example')]);
    expect(calls).to.equal(2);
    await resolve('a.example');
    expect(calls).to.equal(3);
  });

  it('repeats a failed look-up', async () => {
    const results = [Promise.reject(new Error('EAI_AGAIN')), Promise.resolve([PUBLIC])];
    const resolve = makeResolveName(() => results.shift() ?? Promise.resolve([]));
    expect(await resolve('a.example').catch((error: Error) => error.message)).to.equal('EAI_AGAIN');
    expect(await resolve('a.example')).to.deep.equal([PUBLIC]);
  });
});
