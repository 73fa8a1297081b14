import { timingSafeEqual } from 'node:crypto';
import type { OrderId } from '#core/orders/order.ts';
import { ORDER_LINK_LIFETIME_MS, type OrderLinks } from '#core/orders/order-access.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import type { Encryption } from './encryption.ts';

/** The order's id, the expiry in seconds in base 36, and the signature. */
const TOKEN = new RegExp(`^cpl_(${ID_SUFFIX})_([0-9a-z]{1,9})_([A-Za-z0-9_-]{22})$`);

/** Signs with a key that is derived from the secret key; former secret keys still verify. */
export const makeOrderLinks = ({
  digest,
  formerDigests,
}: Pick<Encryption, 'digest' | 'formerDigests'>): OrderLinks => ({
  sign(id, at) {
    const expiry = Math.floor((at.getTime() + ORDER_LINK_LIFETIME_MS) / 1000).toString(36);
    const suffix = id.slice('ord_'.length);
    return `cpl_${suffix}_${expiry}_${digest(signedText(suffix, expiry))}`;
  },

  verify(token, at) {
    const [, suffix, expiry, signature] = TOKEN.exec(token) ?? [];
    if (suffix === undefined || expiry === undefined || signature === undefined) return undefined;
    if (Number.parseInt(expiry, 36) * 1000 <= at.getTime()) return undefined;
    const text = signedText(suffix, expiry);
    const isSigned = [digest(text), ...formerDigests(text)].some((expected) => isEqual(expected, signature));
    return isSigned ? (`ord_${suffix}` as OrderId) : undefined;
  },
});

/** The purpose is part of the text, so that no other digest is a signature. */
const signedText = (suffix: string, expiry: string): string => `read order ${suffix} until ${expiry}`;

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
