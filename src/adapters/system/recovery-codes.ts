import { hash, randomBytes } from 'node:crypto';
import type { RecoveryCodeHash, RecoveryCodes } from '#core/access/second-factors/ports.ts';

/** Without 0, 1, 8 and 9, which are read as letters: base32. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 80 random bits. */
const LENGTH = 16;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

// a fast hash is safe for so many random bits
const digest = (code: string): RecoveryCodeHash => hash('sha256', `recovery ${code}`, 'base64url') as RecoveryCodeHash;

/** Codes such as `K3D7-QX2M-ABCD-EFGH`, which people write down. */
export const recoveryCodes: RecoveryCodes = {
  make() {
    const code = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    return { code: code.replace(/.{4}(?=.)/g, '$&-'), hash: digest(code) };
  },

  hashOf(text) {
    const code = text.replace(/[\s-]/g, '').toUpperCase();
    return CODE.test(code) ? digest(code) : undefined;
  },
};
