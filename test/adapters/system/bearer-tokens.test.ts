import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('bearer tokens', () => {
  for (const kind of ['cpk', 'cps'] as const) {
    it(`are ${kind}_ and 49 base-62 characters, selected by a double click`, () => {
      for (let time = 0; time < 100; time += 1) {
        expect(bearerTokens.make(kind).token).to.match(new RegExp(`^${kind}_[0-9A-Za-z]{49}$`));
      }
    });
  }

  it('are unique', () => {
    const made = Array.from({ length: 1000 }, () => bearerTokens.make('cpk'));
    expect(new Set(made.map(({ token }) => token)).size).to.equal(1000);
    expect(new Set(made.map(({ hash }) => hash)).size).to.equal(1000);
  });

  it('hash to the SHA-256 of the whole token', () => {
    const { token, hash } = bearerTokens.make('cps');
    expect(bearerTokens.hashOf(token, 'cpk', 'cps')).to.equal(hash);
    expect(hash).to.equal(createHash('sha256').update(token).digest('base64url'));
  });

  it('have no hash as a token of another kind', () => {
    for (const kind of ['cpk', 'cps', 'cpr', 'cpi', 'cpv'] as const) {
      const { token, hash } = bearerTokens.make(kind);
      for (const prefix of ['cpk', 'cps', 'cpr', 'cpi', 'cpv'] as const) {
        expect(bearerTokens.hashOf(token, prefix)).to.equal(prefix === kind ? hash : undefined);
      }
      expect(bearerTokens.hashOf(token)).to.equal(undefined);
    }
  });

  it('have no hash with a wrong checksum', () => {
    const { token } = bearerTokens.make('cpk');
    for (let index = 4; index < token.length; index += 1) {
      const there = ALPHABET.indexOf(token.charAt(index));
      for (const step of [1, 30, 61]) {
        const forged = token.slice(0, index) + ALPHABET.charAt((there + step) % 62) + token.slice(index + 1);
        expect(bearerTokens.hashOf(forged, 'cpk', 'cps'), forged).to.equal(undefined);
      }
    }
  });

  it('have no hash with another kind or swapped neighbours', () => {
    const { token } = bearerTokens.make('cpk');
    expect(bearerTokens.hashOf(`cps${token.slice(3)}`)).to.equal(undefined);
    for (let index = 4; index < token.length - 1; index += 1) {
      const [a, b] = [token.charAt(index), token.charAt(index + 1)];
      const exchanged = token.slice(0, index) + b + a + token.slice(index + 2);
      if (a !== b) expect(bearerTokens.hashOf(exchanged, 'cpk', 'cps'), exchanged).to.equal(undefined);
    }
  });

  it('reject other strings', () => {
    const { token } = bearerTokens.make('cpk');
    for (const text of ['', 'cpk_', token.slice(0, -1), `${token}0`, ` ${token}`, `${token}\n`, token.toLowerCase()]) {
      expect(bearerTokens.hashOf(text, 'cpk', 'cps'), text).to.equal(undefined);
    }
  });
});
