import type { UnitOfWork, Work } from '#core/storage.ts';
import type { MailRequests, OrderMailPurpose } from './mail-request.ts';

/** A unit of work that drops requests of mails about orders which the shop does not want to send. */
export const withWantedMails = (unitOfWork: UnitOfWork, wanted: readonly OrderMailPurpose[]): UnitOfWork => {
  const filtered =
    <T>(work: Work<T>): Work<T> =>
    (tx) =>
      work({ ...tx, mailRequests: wantedRequests(tx.mailRequests, wanted) });
  return {
    run: (work) => unitOfWork.run(filtered(work)),
    dryRun: (work) => unitOfWork.dryRun(filtered(work)),
  };
};

const wantedRequests = (requests: MailRequests, wanted: readonly OrderMailPurpose[]): MailRequests => ({
  async add(request) {
    if ('orderId' in request && !wanted.includes(request.purpose)) return;
    await requests.add(request);
  },
  removeAllOf: (emailKey) => requests.removeAllOf(emailKey),
  removeAllAbout: (userId) => requests.removeAllAbout(userId),
  removeAllOfOrders: (ids) => requests.removeAllOfOrders(ids),
});
