import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { billingEvents } from './billing-events.ts';
import { isShopMail, type MailRequests, type ShopMailPurpose } from './mail-request.ts';
import type { MailsTx } from './ports.ts';

/**
 * A unit of work that drops requests of mails which the shop does not want to send, and requests those about billing with
 * their events.
 */
export const withWantedMails = <Tx extends MailsTx>(
  unitOfWork: UnitOfWork<Tx>,
  wanted: readonly ShopMailPurpose[],
): UnitOfWork<Tx> => {
  const filtered =
    <T>(work: Work<T, Tx>): Work<T, Tx> =>
    (tx) => {
      const mailRequests = wantedRequests(tx.mailRequests, wanted);
      return work({ ...tx, mailRequests, events: billingEvents(tx.events, mailRequests) });
    };
  return {
    run: (work) => unitOfWork.run(filtered(work)),
    dryRun: (work) => unitOfWork.dryRun(filtered(work)),
  };
};

const wantedRequests = (requests: MailRequests, wanted: readonly ShopMailPurpose[]): MailRequests => ({
  async add(request) {
    if (isShopMail(request) && !wanted.includes(request.purpose)) return;
    await requests.add(request);
  },
  removeAllOf: (emailKey) => requests.removeAllOf(emailKey),
  removeAllAbout: (userId) => requests.removeAllAbout(userId),
  removeAllOfOrders: (ids) => requests.removeAllOfOrders(ids),
});
