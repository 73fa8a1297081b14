import { expect } from 'chai';
import fc from 'fast-check';
import { makeEncryption } from '#adapters/system/encryption.ts';

describe('sealer', () => {
  const encryption = makeEncryption('a secret key of some length, made for tests');
  const other = makeEncryption('a secret key of some length, made for testS');

  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encryption.decrypt(encryption.encrypt(text))).to.equal(text);
      }),
    );
  });

  it('opens what it sealed before the process was started again', () => {
    const again = makeEncryption('a secret key of some length, made for tests');
    expect(again.decrypt(encryption.encrypt('a secret'))).to.equal('a secret');
    expect(again.digest('a text')).to.equal(encryption.digest('a text'));
  });

  it('seals one text differently every time', () => {
    const encrypted = Array.from({ length: 20 }, () => encryption.encrypt('a secret'));
    expect(new Set(encrypted).size).to.equal(20);
    for (const text of encrypted) expect(Buffer.from(text, 'base64url').toString('latin1')).to.not.include('secret');
  });

  it('opens nothing that another key sealed', () => {
    expect(() => other.decrypt(encryption.encrypt('a secret'))).to.throw(Error);
  });

  it('opens nothing that was changed, wherever it was', () => {
    const encrypted = Buffer.from(encryption.encrypt('a secret'), 'base64url');
    for (let place = 0; place < encrypted.length; place += 1) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => encryption.decrypt(changed.toString('base64url')), `byte ${place}`).to.throw(Error);
    }
  });

  it('opens nothing that was cut short, and no other text', () => {
    const encrypted = Buffer.from(encryption.encrypt('a secret'), 'base64url');
    for (let length = 0; length < encrypted.length; length += 1) {
      const cut = encrypted.subarray(0, length).toString('base64url');
      expect(() => encryption.decrypt(cut), `${length} bytes`).to.throw(Error);
    }
    expect(() => encryption.decrypt('not sealed at all, but long enough for everything')).to.throw(Error);
  });

  it('digests a text the same every time, other texts and other keys differently', () => {
    expect(encryption.digest('a text')).to.match(/^[\w-]{22}$/);
    expect(encryption.digest('a text')).to.equal(encryption.digest('a text'));
    expect(encryption.digest(Buffer.from('a text'))).to.equal(encryption.digest('a text'));
    expect(encryption.digest('a text ')).to.not.equal(encryption.digest('a text'));
    expect(other.digest('a text')).to.not.equal(encryption.digest('a text'));
  });
});
