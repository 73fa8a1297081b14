import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeCheckoutTokens } from '#adapters/system/id-tokens.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { LinkedOrder } from '#core/orders/linked-order.ts';
import { makeOpenOrder } from '#core/orders/order-access.ts';
import { clockAtNoon, ids, NOON, noonPlus } from '../../support/builders/builders.ts';

const DAYS_30 = 30 * 86_400;

describe('the links to orders', () => {
  const links = makeOrderLinks(makeEncryption('the secret key of the links'));
  const id = ids.next('ord');
  const order = LinkedOrder.of({ id, userId: ids.next('usr'), email: 'Ada@example.com' }, 'account@example.com');

  it('open their order for 30 days', () => {
    const token = links.sign(order, NOON);
    expect(token).to.match(/^cpl_[\w-]+$/);
    expect(links.orderOf(token, NOON)).to.equal(id);
    expect(links.orderOf(token, noonPlus(DAYS_30 - 1))).to.equal(id);
    expect(links.orderOf(token, noonPlus(DAYS_30))).to.equal(undefined);
    expect(links.verify(token, order)).to.equal(true);
  });

  it('open nothing when a part of them was changed', () => {
    const token = links.sign(order, NOON);
    const [, suffix = '', expiry = '', ...signature] = token.split('_');
    const other = ids.next('ord').slice(4);
    for (const changed of [
      token.replace(suffix, other),
      token.replace(`_${expiry}_`, `_${expiry.slice(0, -1)}${expiry.endsWith('z') ? 'y' : 'z'}_`),
      `cpl_${suffix}_${expiry}_${signature.join('_').split('').reverse().join('')}`,
      `${token}x`,
      token.slice(0, -1),
      '',
      'cpl_',
    ]) {
      const named = links.orderOf(changed, NOON);
      expect(named !== undefined && links.verify(changed, { ...order, id: named }), changed).to.equal(false);
    }
    expect(links.verify(token, { ...order, id: ids.next('ord') })).to.equal(false);
  });

  it('end with another e-mail or user of the order, and with another e-mail of the user', () => {
    const token = links.sign(order, NOON);
    for (const [title, change] of [
      ['a corrected e-mail', { email: 'corrected@example.com' }],
      ['no e-mail', { email: null }],
      ['a new owner', { userId: ids.next('usr') }],
      ['no owner', { userId: null }],
      ['a new e-mail of the owner', { accountEmail: 'new@example.com' }],
      ['the e-mails in exchange', { email: order.accountEmail, accountEmail: order.email }],
    ] as const) {
      expect(links.verify(token, { ...order, ...change }), title).to.equal(false);
    }
    const asSpelled = (email: string, account = 'Account@Example.com') => LinkedOrder.of({ ...order, email }, account);
    expect(links.verify(token, asSpelled('ADA@EXAMPLE.com'))).to.equal(true);
    for (const email of ['ａda@example.com', 'ada@ⓔxample.com', 'adá@example.com']) {
      expect(links.verify(token, asSpelled(email)), email).to.equal(false);
    }
    expect(links.verify(token, asSpelled('ada@example.com', 'ａccount@example.com'))).to.equal(false);
  });

  it('are opened by a former secret key, and by no other', () => {
    const token = links.sign(order, NOON);
    const rotated = makeEncryption('another secret key', ['the secret key of the links']);
    expect(makeOrderLinks(rotated).verify(token, order)).to.equal(true);
    expect(makeOrderLinks(makeEncryption('another secret key')).verify(token, order)).to.equal(false);
  });

  it('only read, while the secrets of a guest’s order and of its checkout also write', async () => {
    const { token, hash } = bearerTokens.make('cpo');
    const checkoutId = ids.next('chk');
    const checkoutTokens = makeCheckoutTokens(makeEncryption('the secret key of the links'));
    const queries = {
      findBySecret: async (secret: string) => (secret === hash ? id : undefined),
      findOfCheckout: async (checkout: string) => (checkout === checkoutId ? id : undefined),
      findLinked: async (named: string) => (named === id ? order : undefined),
    };
    const open = makeOpenOrder({
      checkoutTokens,
      tokens: bearerTokens,
      queries,
      orderLinks: links,
      systemClock: clockAtNoon(),
    });
    expect(await open(token)).to.deep.equal({ id, mayWrite: true });
    expect(await open(checkoutTokens.sign(checkoutId))).to.deep.equal({ id, mayWrite: true });
    expect(await open(links.sign(order, NOON))).to.deep.equal({ id, mayWrite: false });
    const removed = links.sign({ ...order, id: ids.next('ord') }, NOON);
    for (const unknown of [
      checkoutTokens.sign(ids.next('chk')),
      removed,
      bearerTokens.make('cpo').token,
      bearerTokens.make('cpk').token,
      'x',
      '',
    ]) {
      expect(await open(unknown)).to.equal(undefined);
    }
  });
});
