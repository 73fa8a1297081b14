import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type {
  AccountMailRequest,
  BillingMailRequest,
  CartMailRequest,
  ClaimedMailRequest,
  MailRequest,
  OrderMailRequest,
  PaymentLinkMailRequest,
  WithdrawalMailRequest,
} from '#core/mails/ports.ts';
import { Id } from '#core/shared/id.ts';
import { bigint, id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

type AboutId =
  | BillingMailRequest['aboutId']
  | WithdrawalMailRequest['withdrawalId']
  | PaymentLinkMailRequest['paymentLinkId']
  | CartMailRequest['cartId'];

export const MailRequestRow = table('mail_requests', {
  id: bigint().$type<GeneratedAlways<string>>().generated('identity').primary(),
  purpose: p.text().$type<ClaimedMailRequest['purpose']>(),
  // of a mail about an account
  email_key: p.text().strictNullable(),
  user_id: id<'usr'>().strictNullable(),
  // of a mail about an order
  order_id: id<'ord'>().strictNullable(),
  reference: p.text().$type<NonNullable<OrderMailRequest['reference']>>().strictNullable(),
  amount: bigint().strictNullable(),
  // of a mail about billing, with the user, about a withdrawal or a cart, or with a payment link
  about_id: p.text().$type<AboutId>().strictNullable(),
  client: p.text().strictNullable(),
  attempts: p.integer().default(0),
  due_at: timestamp(),
  created_at: timestamp(),
});

type MailRequestRow = Row<typeof MailRequestRow>;

/** The columns of a new request. */
export type MailRequestColumns = Readonly<{
  purpose: MailRequest['purpose'];
  emailKey: string | null;
  userId: Id<'usr'> | null;
  orderId: Id<'ord'> | null;
  reference: OrderMailRequest['reference'];
  amount: string | null;
  aboutId: AboutId | null;
  client: string | null;
}>;

const OF_NOTHING = {
  emailKey: null,
  userId: null,
  orderId: null,
  reference: null,
  amount: null,
  aboutId: null,
};

export const columnsOf = (request: MailRequest): MailRequestColumns => {
  if ('orderId' in request) return { ...OF_NOTHING, ...request, amount: request.amount?.toString() ?? null };
  const { purpose, client } = request;
  if ('withdrawalId' in request) return { ...OF_NOTHING, purpose, aboutId: request.withdrawalId, client };
  if ('paymentLinkId' in request) return { ...OF_NOTHING, purpose, aboutId: request.paymentLinkId, client };
  if ('cartId' in request) return { ...OF_NOTHING, purpose, aboutId: request.cartId, client };
  return { ...OF_NOTHING, ...request };
};

export const toClaimedMailRequest = (row: MailRequestRow): ClaimedMailRequest => {
  const { id, attempts, client, due_at: leasedUntil, created_at: requestedAt } = row;
  const claim = { id, leasedUntil, attempts, client, requestedAt };
  if (row.order_id !== null) {
    const purpose = row.purpose as OrderMailRequest['purpose'];
    const amount = row.amount === null ? null : BigInt(row.amount);
    return { ...claim, purpose, orderId: row.order_id, reference: row.reference, amount };
  }
  if (row.about_id !== null && Id.is('wdr', row.about_id)) {
    return { ...claim, purpose: row.purpose as WithdrawalMailRequest['purpose'], withdrawalId: row.about_id };
  }
  if (row.about_id !== null && Id.is('plink', row.about_id)) {
    return { ...claim, purpose: row.purpose as PaymentLinkMailRequest['purpose'], paymentLinkId: row.about_id };
  }
  if (row.about_id !== null && Id.is('cart', row.about_id)) {
    return { ...claim, purpose: row.purpose as CartMailRequest['purpose'], cartId: row.about_id };
  }
  if (row.about_id !== null) {
    const purpose = row.purpose as BillingMailRequest['purpose'];
    return { ...claim, purpose, aboutId: row.about_id, userId: row.user_id };
  }
  const purpose = row.purpose as AccountMailRequest['purpose'];
  return { ...claim, purpose, emailKey: row.email_key ?? '', userId: row.user_id };
};
