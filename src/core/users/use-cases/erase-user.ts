import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import { retainInvoices } from '#core/invoices/steps/retain-invoices.ts';
import { ERASED_ORDER } from '#core/orders/order-details.ts';
import { ERASED_PAYMENT_METHOD, PaymentMethod, type PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import { ERASED_PAYMENT } from '#core/payments/payment.ts';
import { ERASED_RETURN } from '#core/returns/return.ts';
import { Actor } from '#core/shared/actor.ts';
import { type BusinessClock, type Clocks, type Moment, momentOf } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { Id } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { eraseSubscriptions } from '#core/subscriptions/steps/erase-subscriptions.ts';
import { applyOwnerChange } from '#core/webhooks/steps/apply-owner-change.ts';
import { ERASED_WITHDRAWAL } from '#core/withdrawals/withdrawal-view.ts';
import { requireAuthority, requireMayWrite, writeScopeOf } from '../authority.ts';
import { ERASED_USER } from '../erased-user.ts';
import type { ErasureTx } from '../ports.ts';
import { userAuditEntry, userDeleted } from '../records.ts';
import { requireAnotherOwner } from '../steps/require-may-store.ts';
import type { User, UserId } from '../user.ts';

/** What the erasure of a user ends, removes, and keeps without the person: how many of each. */
export type ErasureEffect = Readonly<{
  sessions_ended: number;
  api_keys_removed: number;
  webhooks_disabled: number;
  addresses_removed: number;
  payment_methods_removed: number;
  carts_removed: number;
  /** Those without an order. */
  checkouts_removed: number;
  subscriptions_cancelled: number;
  invoice_drafts_removed: number;
  /** Issued invoices keep the buyer for the retention years. */
  invoices_kept: number;
  credit_notes_kept: number;
  orders_kept: number;
  payments_kept: number;
  returns_kept: number;
  withdrawals_kept: number;
}>;

// Why: docs/decisions/0009-audit-log-and-erasure.md

/** Removes a user, and their personal data from events and idempotency records. Its dry run is the preview of its effect. */
export type EraseUser = (
  actor: Actor,
  command: Readonly<{ id: UserId; expected: ExpectedVersions }>,
) => Promise<Work<ErasureEffect, ErasureTx>>;

export const makeEraseUser =
  ({ shop, ...clocks }: Clocks & Readonly<{ shop: ShopQueries }>): EraseUser =>
  async (actor, { id, expected }) => {
    const { invoiceRetentionYears } = await shop.get();
    return async (tx) => {
      requireOwnership(actor, 'customers:write', { kind: 'user', id, userId: id });
      const user = await tx.users.get(id);
      requireMayWrite(actor, user);
      await requireVersion(tx.events, user, expected);
      requireAuthority(actor, user);
      return eraseData(tx, { actor, user, invoiceRetentionYears, moment: momentOf(clocks) });
    };
  };

type Erasure = Readonly<{ actor: Actor; user: User; invoiceRetentionYears: number; moment: Moment }>;

/** Erases a user. @throws DomainError `invalid_state` for the last owner. */
const eraseData = async (
  tx: ErasureTx,
  { actor, user, invoiceRetentionYears, moment }: Erasure,
): Promise<ErasureEffect> => {
  const { id } = user;
  const at = moment.business;
  await requireAnotherOwner(tx, user);
  const sessionIds = await tx.sessions.removeAllOf(id);
  const keyIds = await tx.apiKeys.removeAllOf(id);
  await tx.oneTimeTokens.removeAllOf(id);
  await tx.savedViews.removeOf(id);
  await tx.secondFactors.removeAllOf(id);
  const email = emailKey(user.email);
  await tx.mailRequests.removeAllOf(email);
  await tx.mailRequests.removeAllAbout(id);
  const buyerKeys = { userId: id, emailKey: isTheirEmail(actor, user) ? email : undefined };
  const cartIds = await tx.carts.erase(buyerKeys);
  const orderIds = await tx.orders.erase(buyerKeys, at);
  const checkouts = await tx.checkouts.erase({ ...buyerKeys, orderIds });
  const checkoutIds = [...checkouts.removed, ...checkouts.ordered];
  await tx.mailRequests.removeAllOfOrders(orderIds);
  await tx.discounts.eraseCustomer(buyerKeys);
  const buyer = { userId: id, orderIds };
  const subscriptions = await eraseSubscriptions(tx, { actor, buyer, at });
  const documents = await retainInvoices(tx, { actor, buyer, retentionYears: invoiceRetentionYears, at });
  const invoiceIds = documents.ids.filter((document) => Id.is('inv', document));
  const paymentIds = await tx.payments.erase([...orderIds, ...invoiceIds], at);
  const returnIds = await tx.returns.erase(orderIds);
  const withdrawalIds = await tx.withdrawals.erase({ orderIds, emailKey: buyerKeys.emailKey });
  const methods = await removeMethods(tx, id, moment);
  const disabledIds = await applyOwnerChange(tx, actor, { ownerId: id, change: 'erased', at });
  await tx.users.remove(id);
  await tx.events.eraseActor(id);
  await tx.events.erase([id], ERASED_USER);
  await tx.events.erase(orderIds, ERASED_ORDER);
  await tx.events.erase(paymentIds, ERASED_PAYMENT);
  await tx.events.erase(returnIds, ERASED_RETURN);
  await tx.events.erase(withdrawalIds, ERASED_WITHDRAWAL);
  await tx.events.erase(methods.ids, ERASED_PAYMENT_METHOD);
  // a receiver's response may repeat personal data
  await tx.deliveries.erase([
    id,
    ...orderIds,
    ...paymentIds,
    ...returnIds,
    ...withdrawalIds,
    ...methods.ids,
    ...documents.ids,
    ...subscriptions.ids,
    ...cartIds,
    ...checkoutIds,
    ...keyIds,
  ]);
  // the name of a key may be personal data
  await tx.events.erase(keyIds, { name: null });
  await tx.idempotency.erase(id, [
    ...orderIds,
    ...paymentIds,
    ...withdrawalIds,
    ...documents.ids,
    ...cartIds,
    ...checkoutIds,
  ]);
  await tx.events.append(actor, userDeleted(user, at));
  await tx.audit.append(userAuditEntry(actor, 'erased', { before: user, after: null, at }));
  return {
    sessions_ended: sessionIds.length,
    api_keys_removed: keyIds.length,
    webhooks_disabled: disabledIds.length,
    addresses_removed: user.addresses.length,
    payment_methods_removed: methods.removed,
    carts_removed: cartIds.length,
    checkouts_removed: checkouts.removed.length,
    subscriptions_cancelled: subscriptions.cancelled,
    invoice_drafts_removed: documents.drafts,
    invoices_kept: documents.invoices,
    credit_notes_kept: documents.creditNotes,
    orders_kept: orderIds.length,
    payments_kept: paymentIds.length,
    returns_kept: returnIds.length,
    withdrawals_kept: withdrawalIds.length,
  };
};

/** `ids`: of all that the user has had; `removed`: how many there still were. */
type RemovedMethods = Readonly<{ ids: readonly PaymentMethodId[]; removed: number }>;

/** They are removed at their gateways afterwards. */
const removeMethods = async (tx: ErasureTx, id: UserId, at: Moment): Promise<RemovedMethods> => {
  const methods = await tx.paymentMethods.listOf(id);
  for (const method of methods) await tx.paymentMethods.save(PaymentMethod.remove(method, at));
  return { ids: await tx.paymentMethods.eraseOf(id), removed: methods.length };
};

/**
 * Whether guest orders with the e-mail belong to the user: the e-mail is verified, or the eraser may erase others like them.
 * Otherwise anybody could erase a stranger's orders by claiming the e-mail.
 */
const isTheirEmail = (actor: Actor, user: User): boolean =>
  user.emailVerifiedAt !== null || accessLevelOf(actor, writeScopeOf(user)) === 'all';

/** Removes the actor's user as an admin would. Requires the password, or a recent sign-in of a session. */
export type EraseSelf = (
  actor: Actor,
  command: Confirmation & Readonly<{ expected: ExpectedVersions }>,
) => Promise<Work<ErasureEffect, ErasureTx>>;

export const makeEraseSelf =
  (deps: ConfirmDeps & { clock: BusinessClock; shop: ShopQueries }): EraseSelf =>
  async (actor, { expected, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { invoiceRetentionYears } = await deps.shop.get();
    return async (tx) => {
      const { systemClock } = deps;
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      await requireVersion(tx.events, user, expected);
      requireAuthority(actor, user);
      return eraseData(tx, { actor, user, invoiceRetentionYears, moment: momentOf(deps) });
    };
  };
