import { expect } from 'chai';
import { makeArgon2Passwords } from '#adapters/system/argon2-passwords.ts';
import { parseConfig } from '#composition/parse-config.ts';

const argon2Passwords = makeArgon2Passwords(parseConfig({ STORAGE: 'memory' }).passwordCost);

describe('argon2 passwords', () => {
  // 'é' as one character
  const password = 'caf\u00E9 au lait, s’il vous plaît';
  let hash: string;

  before(async () => {
    hash = await argon2Passwords.hash(password);
  });

  it('hash to PHC strings with their parameters', () => {
    expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it('hash differently every time', async () => {
    expect(await argon2Passwords.hash(password)).to.not.equal(hash);
  });

  it('match their hash in any Unicode composition', async () => {
    expect(await argon2Passwords.verify(password, hash)).to.equal(true);
    expect(await argon2Passwords.verify(password.normalize('NFD'), hash)).to.equal(true);
  });

  it('match only their own hash', async () => {
    expect(await argon2Passwords.verify(`${password} `, hash)).to.equal(false);
    expect(await argon2Passwords.verify('', hash)).to.equal(false);
  });

  it('match a hash with other parameters', async () => {
    // a vector of the reference implementation: 256 KiB, two passes
    const vector = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await argon2Passwords.verify('password', vector)).to.equal(true);
    expect(await argon2Passwords.verify('Password', vector)).to.equal(false);
  });

  it('never match a missing or malformed hash', async () => {
    for (const none of [null, '', 'password', hash.slice(0, 40), hash.replace('argon2id', 'argon2i')]) {
      expect(await argon2Passwords.verify('password', none)).to.equal(false);
    }
  });
});
