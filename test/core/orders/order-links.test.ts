import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { makeOpenOrder } from '#core/orders/order-access.ts';
import { clockAtNoon, ids, NOON, noonPlus } from '../../support/builders/builders.ts';

const DAYS_30 = 30 * 86_400;

describe('the links to orders', () => {
  const links = makeOrderLinks(makeEncryption('the secret key of the links'));
  const id = ids.next('ord');

  it('open their order for 30 days', () => {
    const token = links.sign(id, NOON);
    expect(token).to.match(/^cpl_[\w-]+$/);
    expect(links.verify(token, NOON)).to.equal(id);
    expect(links.verify(token, noonPlus(DAYS_30 - 1))).to.equal(id);
    expect(links.verify(token, noonPlus(DAYS_30))).to.equal(undefined);
  });

  it('open nothing when a part of them was changed', () => {
    const token = links.sign(id, NOON);
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
      expect(links.verify(changed, NOON), changed).to.equal(undefined);
    }
  });

  it('are opened by a former secret key, and by no other', () => {
    const token = links.sign(id, NOON);
    const rotated = makeEncryption('another secret key', ['the secret key of the links']);
    expect(makeOrderLinks(rotated).verify(token, NOON)).to.equal(id);
    expect(makeOrderLinks(makeEncryption('another secret key')).verify(token, NOON)).to.equal(undefined);
  });

  it('only read, while the secret of a guest’s order also writes', async () => {
    const { token, hash } = bearerTokens.make('cpo');
    const queries = { findBySecret: async (secret: string) => (secret === hash ? id : undefined) };
    const open = makeOpenOrder({ tokens: bearerTokens, queries, orderLinks: links, systemClock: clockAtNoon() });
    expect(await open(token)).to.deep.equal({ id, mayWrite: true });
    expect(await open(links.sign(id, NOON))).to.deep.equal({ id, mayWrite: false });
    for (const unknown of [bearerTokens.make('cpo').token, bearerTokens.make('cpk').token, 'x', '']) {
      expect(await open(unknown)).to.equal(undefined);
    }
  });
});
