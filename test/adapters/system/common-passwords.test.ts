import { expect } from 'chai';
import { commonPasswords } from '#adapters/system/common-passwords.ts';

const common = [
  'password1234',
  'passwordpassword',
  'P@ssw0rd1234',
  'letmeinletmein',
  'iloveyou1234',
  '123456789012',
  'qwertyuiop12',
  'qwertyuiopasdf',
  '1q2w3e4r5t6y',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
];

const fine = ['correct horse battery staple', 'a fine long password of theirs', 'xK9#vLq2$mTz', 'não há pão às três'];

describe('common passwords', () => {
  for (const password of common) {
    it(`include “${password}”`, async () => {
      expect(await commonPasswords.includes(password)).to.equal(true);
    });
  }

  for (const password of fine) {
    it(`exclude “${password}”`, async () => {
      expect(await commonPasswords.includes(password)).to.equal(false);
    });
  }

  it('are detected by their first 32 characters', async () => {
    const row = '12345678901234567890123456789012';
    expect(await commonPasswords.includes(`${row}xK9#vLq2$mTz`)).to.equal(true);
    expect(await commonPasswords.includes(`xK9#vLq2$mTz${row}`)).to.equal(false);
  });

  it('are detected quickly at any length', async () => {
    const start = performance.now();
    expect(await commonPasswords.includes('password'.repeat(1000))).to.equal(true);
    expect(await commonPasswords.includes('𝒜é😀z1'.repeat(1000))).to.be.a('boolean');
    expect(performance.now() - start).to.be.lessThan(10_000);
  });
});
