import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Payable } from '../../payable.ts';
import { PayableId } from '../../payable-id.ts';
import type { PaymentsTx } from '../../ports.ts';
import { PaymentLink, type PaymentLinkId } from '../payment-link.ts';
import { recipientOf, requireRecipient } from '../recipient.ts';
import { paymentLinkAuditEntry, paymentLinkCreated, paymentLinkUpdated } from '../records.ts';

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

/** Creates a link to pay what can be paid, and mails it to the buyer if it is to be sent. */
export type CreatePaymentLink = (
  actor: Actor,
  command: Readonly<{ payableId: PayableId; isSent: boolean }>,
) => Work<PaymentLink, PaymentsTx>;

export const makeCreatePaymentLink =
  ({ clock, ids }: Deps): CreatePaymentLink =>
  (actor, { payableId, isSent }) =>
  async (tx) => {
    const payable = await Payable.getFor(tx, actor, payableId);
    if (isSent) await requireRecipient(tx, payable, 'send');
    const link = PaymentLink.create({ id: ids.next('plink'), payableId, actor, isSent, at: clock.now() });
    await tx.paymentLinks.add(link);
    await tx.events.append(actor, paymentLinkCreated(link));
    await tx.audit.append(paymentLinkAuditEntry(actor, 'created', { before: null, after: link }));
    await noteOnOrder(tx, { ids, actor, link, step: 'created' });
    if (isSent) await requestMail(tx, link);
    return link;
  };

type LinkStep = (
  actor: Actor,
  command: Readonly<{ id: PaymentLinkId; expected: ExpectedVersions }>,
) => Work<PaymentLink, PaymentsTx>;

/** Mails a link to the buyer, also once more. */
export type SendPaymentLink = LinkStep;

export const makeSendPaymentLink =
  ({ clock, ids }: Deps): SendPaymentLink =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await tx.paymentLinks.get(id), expected);
    const payable = await Payable.get(tx, before.payableId);
    Payable.require(payable);
    if ((await recipientOf(tx, payable)) === null)
      throw invalidState(`The ${payable.kind} has no e-mail to which the link can be sent.`, 'active');
    const after = PaymentLink.send(before, clock.now());
    await store(tx, { actor, ids }, { before, after, step: 'sent' });
    await requestMail(tx, after);
    return after;
  };

/** Withdraws a link: nothing can be paid by it any more. */
export type DeactivatePaymentLink = LinkStep;

export const makeDeactivatePaymentLink =
  ({ clock, ids }: Deps): DeactivatePaymentLink =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await tx.paymentLinks.get(id), expected);
    if (!before.isActive) return before;
    const after = PaymentLink.deactivate(before, clock.now());
    await store(tx, { actor, ids }, { before, after, step: 'deactivated' });
    return after;
  };

type Step = 'created' | 'sent' | 'deactivated';
type Change = Readonly<{ before: PaymentLink; after: PaymentLink; step: Step }>;
type Author = Readonly<{ actor: Actor; ids: IdGenerator }>;

const store = async (tx: PaymentsTx, { actor, ids }: Author, { before, after, step }: Change): Promise<void> => {
  await tx.paymentLinks.save(after);
  await tx.events.append(actor, paymentLinkUpdated(before, after));
  await tx.audit.append(paymentLinkAuditEntry(actor, step, { before, after }));
  await noteOnOrder(tx, { ids, actor, link: after, step });
};

type Noted = Author & Readonly<{ link: PaymentLink; step: Step }>;

/** Tells the staff in the timeline of the order, if it is one that is paid. */
const noteOnOrder = async (tx: PaymentsTx, { ids, actor, link, step }: Noted): Promise<void> => {
  const id = PayableId.order(link.payableId);
  if (id === null) return;
  const context = { ids, actor, order: { id }, at: link.updatedAt };
  await tx.orders.note(TimelineEntry.of(context, `payment_link_${step}`));
};

/** Only the staff sends links, so it is not limited by whom it is for. */
const requestMail = (tx: PaymentsTx, { id }: PaymentLink): Promise<void> =>
  tx.mailRequests.add({ purpose: 'payment_link', paymentLinkId: id, client: null });
