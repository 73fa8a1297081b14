import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { billingEvents } from './billing-events.ts';
import { isShopMail, type MailRequests, type ShopMailPurpose } from './mail-request.ts';
import type { MailsTx } from './ports.ts';

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
  return {
    run: (work) => unitOfWork.run(filtered(work)),
    dryRun: (work) => unitOfWork.dryRun(filtered(work)),
  };
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
