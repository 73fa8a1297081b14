import { expect } from 'chai';
import fc from 'fast-check';
import { makeEncryption } from '#adapters/system/encryption.ts';

describe('encryption', () => {
  const encryption = makeEncryption('a secret key of some length, made for tests');
  const other = makeEncryption('a secret key of some length, made for testS');

  it('decrypts what it encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encryption.decrypt(encryption.encrypt(text))).to.equal(text);
      }),
    );
  });

  it('decrypts across restarts', () => {
    const again = makeEncryption('a secret key of some length, made for tests');
    expect(again.decrypt(encryption.encrypt('a secret'))).to.equal('a secret');
    expect(again.digest('a text')).to.equal(encryption.digest('a text'));
  });

  it('encrypts the same text differently every time', () => {
    const encrypted = Array.from({ length: 20 }, () => encryption.encrypt('a secret'));
    expect(new Set(encrypted).size).to.equal(20);
    for (const text of encrypted) expect(Buffer.from(text, 'base64url').toString('latin1')).to.not.include('secret');
  });

  it('rejects a text encrypted with another key', () => {
    expect(() => other.decrypt(encryption.encrypt('a secret'))).to.throw(Error);
  });

  it('decrypts with former keys and encrypts with the current one', () => {
    const rotated = makeEncryption('the next secret key of the shop, for tests', [
      'a key from long ago, which is still needed for old data',
      'a secret key of some length, made for tests',
    ]);
    expect(rotated.decrypt(encryption.encrypt('a secret'))).to.equal('a secret');
    expect(rotated.decrypt(rotated.encrypt('a secret'))).to.equal('a secret');
    expect(() => encryption.decrypt(rotated.encrypt('a secret'))).to.throw(Error);
    expect(() => rotated.decrypt(other.encrypt('a secret'))).to.throw(Error);
    expect(rotated.formerDigests('a text')[1]).to.equal(encryption.digest('a text'));
    expect(rotated.keyChecks[2]).to.equal(encryption.keyChecks[0]);
    expect(new Set([...rotated.keyChecks, ...other.keyChecks]).size).to.equal(4);
  });

  it('rejects a text with any changed byte', () => {
    const encrypted = Buffer.from(encryption.encrypt('a secret'), 'base64url');
    for (let index = 0; index < encrypted.length; index += 1) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => encryption.decrypt(changed.toString('base64url')), `byte ${index}`).to.throw(Error);
    }
  });

  it('rejects truncated and other texts', () => {
    const encrypted = Buffer.from(encryption.encrypt('a secret'), 'base64url');
    for (let length = 0; length < encrypted.length; length += 1) {
      const cut = encrypted.subarray(0, length).toString('base64url');
      expect(() => encryption.decrypt(cut), `${length} bytes`).to.throw(Error);
    }
    expect(() => encryption.decrypt('not sealed at all, but long enough for everything')).to.throw(Error);
  });

  it('digests equal texts equally, and other texts and keys differently', () => {
    expect(encryption.digest('a text')).to.match(/^[\w-]{22}$/);
    expect(encryption.digest('a text')).to.equal(encryption.digest('a text'));
    expect(encryption.digest(Buffer.from('a text'))).to.equal(encryption.digest('a text'));
    expect(encryption.digest('a text ')).to.not.equal(encryption.digest('a text'));
    expect(other.digest('a text')).to.not.equal(encryption.digest('a text'));
  });
});
