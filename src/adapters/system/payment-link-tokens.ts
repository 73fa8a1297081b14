import { timingSafeEqual } from 'node:crypto';
import type { PaymentLinkId } from '#core/payments/links/payment-link.ts';
import type { PaymentLinkTokens } from '#core/payments/links/ports.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import type { Encryption } from './encryption.ts';

/** The link's id, and the signature. */
const TOKEN = new RegExp(`^cpp_(${ID_SUFFIX})_([A-Za-z0-9_-]{22})$`);

/** Signs with a key that is derived from the secret key; former secret keys still verify. */
export const makePaymentLinkTokens = ({
  digest,
  formerDigests,
}: Pick<Encryption, 'digest' | 'formerDigests'>): PaymentLinkTokens => ({
  sign: (id) => `cpp_${suffixOf(id)}_${digest(signedText(suffixOf(id)))}`,

  linkOf(token) {
    const [, suffix, signature] = TOKEN.exec(token) ?? [];
    if (suffix === undefined || signature === undefined) return undefined;
    const text = signedText(suffix);
    const isSigned = [digest(text), ...formerDigests(text)].some((expected) => isEqual(expected, signature));
    return isSigned ? (`plink_${suffix}` as PaymentLinkId) : undefined;
  },
});

const suffixOf = (id: PaymentLinkId): string => id.slice('plink_'.length);

/** The purpose is part of the text, so that no other digest is a signature. */
const signedText = (suffix: string): string => `pay by link ${suffix}`;

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
