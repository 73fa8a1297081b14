import { p } from '@mikro-orm/postgresql';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { bigint, id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const SubscriptionMovementRow = table('subscription_movements', {
  subscription_id: id<'sub'>().primary(),
  version: p.integer().primary(),
  kind: p.text().$type<SubscriptionMovement['kind']>().primary(),
  currency: p.text().$type<Currency>(),
  // minor units: the monthly amount of a daily price can be beyond the largest price
  amount_minor: bigint(),
  mrr_minor: bigint(),
  created_at: timestamp(),
});

export type SubscriptionMovementRow = Row<typeof SubscriptionMovementRow>;

export const toSubscriptionMovementRow = (movement: SubscriptionMovement): SubscriptionMovementRow => ({
  subscription_id: movement.subscriptionId,
  version: movement.version,
  kind: movement.kind,
  currency: movement.mrr.currency,
  amount_minor: String(movement.amount.minor),
  mrr_minor: String(movement.mrr.minor),
  created_at: movement.at,
});

export const toSubscriptionMovement = (row: SubscriptionMovementRow): SubscriptionMovement => ({
  subscriptionId: row.subscription_id,
  version: row.version,
  kind: row.kind,
  amount: Money.ofMinor(BigInt(row.amount_minor), row.currency),
  mrr: Money.ofMinor(BigInt(row.mrr_minor), row.currency),
  at: row.created_at,
});
