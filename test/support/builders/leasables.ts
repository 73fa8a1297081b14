import { Order } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { ids, momentAt, NOON, noonPlus } from './builders.ts';
import { deliveriesOn } from './deliveries-on.ts';
import { aGuestOrder, money, timingAt } from './order-builders.ts';
import { aPaymentRow, beginRow } from './payment-rows.ts';

/** Something that one owner at a time may lease, in one process. */
export type Leasable = Readonly<{
  /** @returns whether the claim succeeded. */
  claim(request: LeaseRequest): Promise<boolean>;
  /** @returns whether the owner still had the lease. */
  renew(request: LeaseRequest): Promise<boolean>;
  release(owner: string): Promise<void>;
}>;

export const LEASED_KINDS = ['publishers', 'endpoints', 'mails', 'payments', 'cancellations', 'due refunds'] as const;

export type LeasedKind = (typeof LEASED_KINDS)[number];

type LeasableIn = (storage: StorageUnderTest) => Leasable;

/** A lease that is a due time: it has no owner, so that it is neither renewed nor released, but ends with the work. */
const dueTimeLease = (claim: Leasable['claim']): Leasable => {
  const notSupported = (): never => {
    throw new Error('Such a lease has no owner.');
  };
  return { claim, renew: notSupported, release: notSupported };
};

const addPublisher = async (): Promise<LeasableIn> => {
  const publisher = ids.next('evt');
  return ({ publisherOffsets }) => ({
    claim: async (request) => (await publisherOffsets.claim(publisher, request)) !== undefined,
    renew: (request) => publisherOffsets.advance(publisher, 0, request),
    release: (owner) => publisherOffsets.release(publisher, owner),
  });
};

const addEndpoint = async (storage: StorageUnderTest): Promise<LeasableIn> => {
  const { endpoint } = await deliveriesOn(() => storage).withDeliveries(1);
  return ({ deliveryQueue: queue }) => ({
    async claim(request) {
      return (await queue.claim(request, 1000)).some(({ endpointId }) => endpointId === endpoint.id);
    },
    renew: async (request) => (await queue.renew([endpoint.id], request)).length === 1,
    release: (owner) => queue.release({ endpointId: endpoint.id, wakeUps: 1 }, owner),
  });
};

const addMail = async ({ unitOfWork }: StorageUnderTest): Promise<LeasableIn> => {
  const emailKey = `${ids.next('usr')}@example.com`;
  await unitOfWork.run((tx) =>
    tx.mailRequests.add({ purpose: 'password_reset', emailKey, userId: null, client: null }),
  );
  return ({ mailQueue }) =>
    dueTimeLease(async ({ at, until }) => {
      const claimed = await mailQueue.claim({ at, until, limit: 1000 });
      return claimed.some((request) => 'emailKey' in request && request.emailKey === emailKey);
    });
};

/** Claims until the item is found or nothing is left. */
const claimUntilFound = async (id: string, claim: () => Promise<string | undefined>): Promise<boolean> => {
  for (let claimed = await claim(); claimed !== undefined; claimed = await claim()) if (claimed === id) return true;
  return false;
};

const addPayment = async ({ unitOfWork }: StorageUnderTest): Promise<LeasableIn> => {
  const payment = aPaymentRow({ nextCheckAt: NOON });
  await unitOfWork.run(beginRow(payment));
  return (storage) =>
    dueTimeLease(({ at, until }) =>
      claimUntilFound(payment.id, () => storage.unitOfWork.run((tx) => tx.payments.claimDue(at, until))),
    );
};

const addCancellation = async ({ unitOfWork }: StorageUnderTest): Promise<LeasableIn> => {
  const paid = OrderMoney.pay(aGuestOrder(), Order.total(aGuestOrder()), timingAt(noonPlus(-60)));
  const order = Order.beginCancelling(paid, 'Too late.', momentAt(noonPlus(-10)));
  await unitOfWork.run((tx) => tx.orders.add(order, []));
  return (storage) =>
    dueTimeLease(({ at, until }) => {
      const before = new Date(2 * at.getTime() - until.getTime());
      return claimUntilFound(order.id, () => storage.unitOfWork.run((tx) => tx.orders.claimCancelling(before, at)));
    });
};

const addRefundDue = async ({ unitOfWork }: StorageUnderTest): Promise<LeasableIn> => {
  const paid = OrderMoney.pay(aGuestOrder(), Order.total(aGuestOrder()), timingAt(noonPlus(-60)));
  const order = { ...paid, refundDue: money(1), refundDueAt: NOON };
  await unitOfWork.run((tx) => tx.orders.add(order, []));
  return (storage) =>
    dueTimeLease(({ at, until }) =>
      claimUntilFound(order.id, () => storage.unitOfWork.run((tx) => tx.orders.claimRefundDue(at, until))),
    );
};

const ADD: Readonly<Record<LeasedKind, (storage: StorageUnderTest) => Promise<LeasableIn>>> = {
  publishers: addPublisher,
  endpoints: addEndpoint,
  mails: addMail,
  payments: addPayment,
  cancellations: addCancellation,
  'due refunds': addRefundDue,
};

/** Adds something that can be leased from noon on. */
export const addLeasable = (kind: LeasedKind, storage: StorageUnderTest): Promise<LeasableIn> => ADD[kind](storage);
