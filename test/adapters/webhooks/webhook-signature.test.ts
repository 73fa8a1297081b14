import { expect } from 'chai';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { sign, signatureError, signingKey } from '#adapters/webhooks/signature.ts';
import { makeWebhookSecrets } from '#adapters/webhooks/webhook-secrets.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';

const { secret: SECRET } = makeWebhookSecrets({ encrypt: (text) => text }).make();
const { secret: OTHER } = makeWebhookSecrets({ encrypt: (text) => text }).make();

const [KEY, OTHER_KEY] = [signingKey(SECRET), signingKey(OTHER)];
const TIMESTAMP = NOON.getTime() / 1000;

const headersOf = (body: string, keys = [KEY]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${TIMESTAMP}`,
  'webhook-signature': sign(keys, { id: 'evt_1', timestamp: TIMESTAMP, body }),
});

const errorOf = (headers: Partial<ReturnType<typeof headersOf>>, { body = '{}', at = NOON } = {}) =>
  signatureError(KEY, { headers, body, at });

describe('a webhook secret', () => {
  it('is 32 random bytes, encrypted', () => {
    const { secret, encrypted } = makeWebhookSecrets({ encrypt: (text) => `sealed ${text}` }).make();
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(encrypted).to.equal(`sealed ${secret}`);
    expect(secret).not.to.equal(SECRET);
  });

  it('is rejected when malformed, without being shown', () => {
    for (const text of ['', 'whsec_', 'whsec_!!!!', 'MTIzNA==', 'whsec_MTIzN', 'whsec_MTIzNA==\n']) {
      expect(() => signingKey(text)).to.throw(/^A webhook secret is whsec_ and 32 bytes in base 64\.$/);
    }
  });
});

describe('a webhook signature', () => {
  it('conforms to Standard Webhooks for any body', () => {
    const official = new Webhook(SECRET);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, body) => {
        const signature = sign([KEY], { id, timestamp: TIMESTAMP, body });
        expect(signature).to.equal(official.sign(id, NOON, body));
      }),
    );
  });

  it('contains one signature per secret, in order', () => {
    const [first, second] = headersOf('{}', [OTHER_KEY, KEY])['webhook-signature'].split(' ');
    expect(first).to.equal(new Webhook(OTHER).sign('evt_1', NOON, '{}'));
    expect(second).to.equal(new Webhook(SECRET).sign('evt_1', NOON, '{}'));
  });

  it('is verified alone and among others', () => {
    expect(errorOf(headersOf('{}'))).to.equal(undefined);
    expect(errorOf(headersOf('{}', [OTHER_KEY, KEY]))).to.equal(undefined);
    const foreign = `v2,abc v1a,xyz ${headersOf('{}')['webhook-signature']}`;
    expect(errorOf({ ...headersOf('{}'), 'webhook-signature': foreign })).to.equal(undefined);
  });

  it('is verified on the raw bytes', () => {
    const bytes = Buffer.from('{"name":"李"}');
    expect(signatureError(KEY, { headers: headersOf('{"name":"李"}'), body: bytes, at: NOON })).to.equal(undefined);
  });

  it('is rejected for any other content', () => {
    const headers = headersOf('{}');
    const reason = 'is signed with another secret or was modified';
    expect(errorOf(headers, { body: '{ }' })).to.equal(reason);
    expect(errorOf({ ...headers, 'webhook-id': 'evt_2' })).to.equal(reason);
    expect(errorOf({ ...headers, 'webhook-timestamp': `${TIMESTAMP + 1}` })).to.equal(reason);
    expect(errorOf(headersOf('{}', [OTHER_KEY]))).to.equal(reason);
    expect(errorOf({ ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -1) })).to.equal(reason);
    expect(errorOf({ ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') })).to.equal(
      reason,
    );
  });

  it('is rejected when a header is missing', () => {
    const reason = 'lacks webhook-id, webhook-timestamp or webhook-signature';
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
      const { [name]: _, ...rest } = headersOf('{}');
      expect(errorOf(rest)).to.equal(reason);
    }
    for (const time of ['noon', '-1', '1e9', '1.5', '']) {
      expect(errorOf({ ...headersOf('{}'), 'webhook-timestamp': time })).to.match(/^(has|lacks)/);
    }
  });

  it('is valid for five minutes in both directions', () => {
    const headers = headersOf('{}');
    for (const seconds of [-300, 0, 300]) expect(errorOf(headers, { at: noonPlus(seconds) })).to.equal(undefined);
    for (const seconds of [-301, 301])
      expect(errorOf(headers, { at: noonPlus(seconds) })).to.match(/outside the tolerance/);
  });
});
