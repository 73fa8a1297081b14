import { timingSafeEqual } from 'node:crypto';
import type { LinkedOrder } from '#core/orders/linked-order.ts';
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
  sign(order, at) {
    const expiry = Math.floor((at.getTime() + ORDER_LINK_LIFETIME_MS) / 1000).toString(36);
    return `cpl_${suffixOf(order.id)}_${expiry}_${digest(signedText(order, expiry))}`;
  },

  orderOf(token, at) {
    const [, suffix, expiry] = TOKEN.exec(token) ?? [];
    if (suffix === undefined || expiry === undefined) return undefined;
    return Number.parseInt(expiry, 36) * 1000 > at.getTime() ? (`ord_${suffix}` as OrderId) : undefined;
  },

  verify(token, order) {
    const [, suffix, expiry, signature] = TOKEN.exec(token) ?? [];
    if (suffix !== suffixOf(order.id) || expiry === undefined || signature === undefined) return false;
    const text = signedText(order, expiry);
    return [digest(text), ...formerDigests(text)].some((expected) => isEqual(expected, signature));
  },
});

const suffixOf = (id: OrderId): string => id.slice('ord_'.length);

/** The purpose is part of the text, so that no other digest is a signature. */
const signedText = ({ id, userId, email, accountEmail }: LinkedOrder, expiry: string): string =>
  `read order ${suffixOf(id)} until ${expiry} as ${JSON.stringify([userId, email, accountEmail])}`;

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
