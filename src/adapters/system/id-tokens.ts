import { timingSafeEqual } from 'node:crypto';
import { ID_SUFFIX, type Id } from '#core/shared/id.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import type { Encryption } from './encryption.ts';

type TokenKind<Prefix extends string> = Readonly<{
  /** Of the ids. */
  prefix: Prefix;
  /** What tokens of the kind begin with. */
  tokenPrefix: string;
  /** Part of what is signed, so that no other digest is a signature. */
  purpose: string;
}>;

type Digests = Pick<Encryption, 'digest' | 'formerDigests'>;

/** Signs with a key that is derived from the secret key; former secret keys still verify. */
const makeIdTokens = <const Prefix extends string>(
  { digest, formerDigests }: Digests,
  { prefix, tokenPrefix, purpose }: TokenKind<Prefix>,
): IdTokens<Prefix> => {
  const pattern = new RegExp(`^${tokenPrefix}_(${ID_SUFFIX})_([A-Za-z0-9_-]{22})$`);
  const signedText = (suffix: string): string => `${purpose} ${suffix}`;
  return {
    sign(id) {
      const suffix = id.slice(prefix.length + 1);
      return `${tokenPrefix}_${suffix}_${digest(signedText(suffix))}`;
    },

    idOf(token) {
      const [, suffix, signature] = pattern.exec(token) ?? [];
      if (suffix === undefined || signature === undefined) return undefined;
      const text = signedText(suffix);
      const isSigned = [digest(text), ...formerDigests(text)].some((expected) => isEqual(expected, signature));
      return isSigned ? (`${prefix}_${suffix}` as Id<Prefix>) : undefined;
    },
  };
};

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const makePaymentLinkTokens = (digests: Digests): IdTokens<'plink'> =>
  makeIdTokens(digests, { prefix: 'plink', tokenPrefix: 'cpp', purpose: 'pay by link' });

export const makeCartTokens = (digests: Digests): IdTokens<'cart'> =>
  makeIdTokens(digests, { prefix: 'cart', tokenPrefix: 'cpc', purpose: 'open cart' });

export const makeCheckoutTokens = (digests: Digests): IdTokens<'chk'> =>
  makeIdTokens(digests, { prefix: 'chk', tokenPrefix: 'cpx', purpose: 'open checkout' });
