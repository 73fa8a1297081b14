import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { DomainEvent, EventLog } from '#core/shared/domain-event.ts';
import { Id } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import {
  type BillingMailPurpose,
  type BillingMailRequest,
  isShopMail,
  type MailRequests,
  type MailsTx,
  type ShopMailPurpose,
} from './ports.ts';

/** The event that each mail follows. */
const MAILED_EVENTS: ReadonlyMap<string, BillingMailPurpose> = new Map([
  ['invoice.paid', 'receipt'],
  ['invoice.payment_failed', 'payment_failed'],
  ['subscription.trial_ending', 'trial_ending'],
]);

/** What the events show of invoices and subscriptions, in the API's names: importing the views would be a cycle. */
type Billed = Readonly<
  Partial<{
    user_id: Id<'usr'> | null;
    subscription_id: Id<'sub'> | null;
    number: string | null;
    amount_paid: number;
    amount_refunded: number;
  }>
>;

/** An event log that requests the mails about billing: whatever writes the event, its mail is sent. */
const billingEvents = (events: EventLog, requests: MailRequests): EventLog => ({
  async append(actor, ...appended) {
    await events.append(actor, ...appended);
    for (const event of appended) {
      const request = requestOf(actor, event);
      if (request !== undefined) await requests.add(request);
    }
  },
  get appendedTypes() {
    return events.appendedTypes;
  },
  changedFields: (resourceId, sinceVersion) => events.changedFields(resourceId, sinceVersion),
  erase: (resourceIds, blank) => events.erase(resourceIds, blank),
  eraseActor: (userId) => events.eraseActor(userId),
});

const requestOf = (actor: Actor, event: DomainEvent): BillingMailRequest | undefined => {
  const purpose = MAILED_EVENTS.get(event.type);
  const { resourceId: aboutId } = event;
  if (purpose === undefined || !(Id.is('inv', aboutId) || Id.is('sub', aboutId))) return undefined;
  const data = event.data as Billed;
  return isMailed(purpose, data)
    ? { purpose, aboutId, userId: data.user_id ?? null, client: countedClient(actor) }
    : undefined;
};

/** Only what was paid has a receipt. A failed payment of a draft is a first charge, which its response reports. */
const isMailed = (purpose: BillingMailPurpose, data: Billed): boolean => {
  if (purpose === 'receipt') return (data.amount_paid ?? 0) > (data.amount_refunded ?? 0);
  if (purpose === 'payment_failed') return (data.subscription_id ?? null) !== null && (data.number ?? null) !== null;
  return true;
};

/** The mails that are sent, as a transaction sees them. */
type WantedIn<Tx> = (tx: Tx) => Promise<readonly ShopMailPurpose[]>;

/**
 * A unit of work that drops requests of mails which the shop does not want to send, and requests those about billing with
 * their events.
 */
export const withWantedMails = <Tx extends MailsTx>(
  unitOfWork: UnitOfWork<Tx>,
  wantedIn: WantedIn<Tx>,
): UnitOfWork<Tx> => {
  const filtered =
    <T>(work: Work<T, Tx>): Work<T, Tx> =>
    (tx) => {
      const mailRequests = wantedRequests(tx.mailRequests, () => wantedIn(tx));
      return work({ ...tx, mailRequests, events: billingEvents(tx.events, mailRequests) });
    };
  return { run: (work) => unitOfWork.run(filtered(work)), dryRun: (work) => unitOfWork.dryRun(filtered(work)) };
};

const wantedRequests = (requests: MailRequests, wanted: () => ReturnType<WantedIn<MailsTx>>): MailRequests => ({
  async add(request) {
    if (isShopMail(request) && !(await wanted()).includes(request.purpose)) return;
    await requests.add(request);
  },
  removeAllOf: (emailKey) => requests.removeAllOf(emailKey),
  removeAllAbout: (userId) => requests.removeAllAbout(userId),
  removeAllOfOrders: (ids) => requests.removeAllOfOrders(ids),
});
