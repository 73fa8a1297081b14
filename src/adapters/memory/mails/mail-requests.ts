import type { ClaimedMailRequest, MailClaim, MailQueue, MailRequest, MailRequests } from '#core/mails/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { UserId } from '#core/users/user.ts';
import { earlier } from '../store/earlier.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

export type MailRequestRow = MailRequest & Readonly<{ id: string; attempts: number; dueAt: Date; createdAt: Date }>;

/** Before any time at which requests are claimed. */
const DUE_AT_ONCE = new Date(0);

const idOf = (request: MailRequest): string => {
  if ('orderId' in request) return `${request.purpose} ${request.orderId} ${request.reference}`;
  const subject = 'aboutId' in request ? request.aboutId : request.emailKey;
  return `${request.purpose} ${subject} ${request.userId}`;
};

export class MemoryMailRequests implements MailRequests {
  readonly #requests: TableChanges<string, MailRequestRow>;

  constructor(requests: TableChanges<string, MailRequestRow>) {
    this.#requests = requests;
  }

  async add(request: MailRequest): Promise<void> {
    const id = idOf(request);
    const row = this.#requests.get(id) ?? { ...request, id, attempts: 0, createdAt: new Date() };
    this.#requests.set(id, { ...row, dueAt: DUE_AT_ONCE });
  }

  async removeAllOf(emailKey: string): Promise<void> {
    this.#removeWhere((row) => 'emailKey' in row && row.userId === null && row.emailKey === emailKey);
  }

  async removeAllAbout(userId: UserId): Promise<void> {
    this.#removeWhere((row) => 'userId' in row && row.userId === userId);
  }

  async removeAllOfOrders(ids: readonly OrderId[]): Promise<void> {
    this.#removeWhere((row) => 'orderId' in row && ids.includes(row.orderId));
  }

  #removeWhere(matches: (row: MailRequestRow) => boolean): void {
    for (const [id, row] of [...this.#requests.entries()]) if (matches(row)) this.#requests.delete(id);
  }
}

export class MemoryMailQueue implements MailQueue {
  readonly #requests: MemoryTable<string, MailRequestRow>;

  constructor(requests: MemoryTable<string, MailRequestRow>) {
    this.#requests = requests;
  }

  async claim({ at, until, limit }: Parameters<MailQueue['claim']>[0]): Promise<readonly ClaimedMailRequest[]> {
    const due = [...this.#requests.values()].filter(({ dueAt }) => dueAt <= at);
    const oldest = due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).slice(0, limit);
    const claimed = oldest.map((row) => ({ ...row, attempts: row.attempts + 1, dueAt: until }));
    for (const row of claimed) this.#requests.set(row.id, row);
    return claimed.map(({ dueAt: leasedUntil, createdAt: _createdAt, ...request }) => ({ ...request, leasedUntil }));
  }

  async postpone(claim: MailClaim, until: Date): Promise<void> {
    const row = this.#claimed(claim);
    if (row !== undefined) this.#requests.set(row.id, { ...row, dueAt: until });
  }

  async remove(claim: MailClaim): Promise<void> {
    if (this.#claimed(claim) !== undefined) this.#requests.delete(claim.id);
  }

  async backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>> {
    const times = [...this.#requests.values()].map(({ createdAt }) => createdAt);
    return { pending: Math.min(times.length, MAX_COUNTED), oldest: times.reduce<Date | null>(earlier, null) };
  }

  /** The row of a claim that has not ended. */
  #claimed({ id, leasedUntil }: MailClaim): MailRequestRow | undefined {
    const row = this.#requests.get(id);
    return row?.dueAt.getTime() === leasedUntil.getTime() ? row : undefined;
  }
}
