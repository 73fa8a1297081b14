import type { MailClaim, MailQueue, MailRequest, MailRequests } from '#core/mails/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { dueRows, earliest } from '../store/times.ts';

export type MailRequestRow = MailRequest & Readonly<{ id: string; attempts: number; dueAt: Date; createdAt: Date }>;

/** Before any time at which requests are claimed. */
const DUE_AT_ONCE = new Date(0);

const idOf = (request: MailRequest): string => {
  if ('orderId' in request) return `${request.purpose} ${request.orderId} ${request.reference}`;
  if ('withdrawalId' in request) return `${request.purpose} ${request.withdrawalId}`;
  if ('paymentLinkId' in request) return `${request.purpose} ${request.paymentLinkId}`;
  if ('cartId' in request) return `${request.purpose} ${request.cartId}`;
  const subject = 'aboutId' in request ? request.aboutId : request.emailKey;
  return `${request.purpose} ${subject} ${request.userId}`;
};

export const makeMailRequests = (requests: TableChanges<string, MailRequestRow>): MailRequests => ({
  async add(request) {
    const id = idOf(request);
    const pending = requests.get(id);
    const row = pending ?? { ...request, id, attempts: 0, createdAt: new Date() };
    const client = pending?.client === null ? null : request.client;
    requests.set(id, { ...row, client, dueAt: DUE_AT_ONCE });
  },

  async removeAllOf(emailKey) {
    requests.deleteWhere((row) => 'emailKey' in row && row.userId === null && row.emailKey === emailKey);
  },

  async removeAllAbout(userId) {
    requests.deleteWhere((row) => 'userId' in row && row.userId === userId);
  },

  async removeAllOfOrders(ids) {
    requests.deleteWhere((row) => 'orderId' in row && ids.includes(row.orderId));
  },
});

export const makeMailQueue = (requests: MemoryTable<string, MailRequestRow>): MailQueue => {
  /** The row of a claim that has not ended. */
  const claimed = ({ id, leasedUntil }: MailClaim): MailRequestRow | undefined => {
    const row = requests.get(id);
    return row?.dueAt.getTime() === leasedUntil.getTime() ? row : undefined;
  };
  return {
    async claim({ at, until, limit }) {
      const due = dueRows(at, requests.values(), ({ dueAt }) => dueAt).slice(0, limit);
      const leased = due.map((row) => ({ ...row, attempts: row.attempts + 1, dueAt: until }));
      for (const row of leased) requests.set(row.id, row);
      return leased.map(({ dueAt: leasedUntil, createdAt: requestedAt, ...request }) => ({
        ...request,
        leasedUntil,
        requestedAt,
      }));
    },

    async postpone(claim, until) {
      const row = claimed(claim);
      if (row !== undefined) requests.set(row.id, { ...row, dueAt: until });
    },

    async defer(claim, until) {
      const row = claimed(claim);
      if (row !== undefined) requests.set(row.id, { ...row, dueAt: until, attempts: row.attempts - 1 });
    },

    async remove(claim) {
      if (claimed(claim) !== undefined) requests.delete(claim.id);
    },

    async backlog() {
      const times = requests.values().map(({ createdAt }) => createdAt);
      return { pending: Math.min(times.length, MAX_COUNTED), oldest: earliest(times) };
    },
  };
};
