import { expect } from 'chai';
import { makeHolidayCalendar } from '#adapters/holidays/holiday-calendar.ts';
import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import { Order } from '#core/orders/order.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import { orderWithdrawal } from '#core/withdrawals/order-withdrawal.ts';
import { aFulfillment, aGuestOrder, shirts } from '../../support/builders/order-builders.ts';

const deps = { calendar: makeHolidayCalendar(), timeZone: 'Europe/Berlin' };

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

const PLACED = new Date('2026-11-02T12:00:00Z');

type Sent = Readonly<{ at: string; deliveredAt?: string; items?: readonly number[] }>;

type Case = Readonly<{
  /** The exemption of each item, of which two are ordered. */
  exempt: readonly (WithdrawalExemption | null)[];
  sent: readonly Sent[];
  /** When the period ends; null before it begins. */
  until: string | null;
  /** The quantity of each item that may be withdrawn from. */
  quantities: readonly number[];
}>;

/** Midnight in Berlin, in winter. */
const midnightAfter = (day: string): string => new Date(Date.parse(`${day}T23:00:00Z`)).toISOString();

const CASES: Readonly<Record<string, Case>> = {
  'nothing was sent': { exempt: [null], sent: [], until: null, quantities: [2] },
  'it was delivered on a Tuesday': {
    exempt: [null],
    sent: [{ at: '2026-11-02', deliveredAt: '2026-11-03T09:00:00Z' }],
    until: midnightAfter('2026-11-17'),
    quantities: [2],
  },
  'it was sent, and its delivery is not known: five days later': {
    exempt: [null],
    sent: [{ at: '2026-11-03' }],
    until: midnightAfter('2026-11-23'),
    quantities: [2],
  },
  'a part was delivered and the rest not sent': {
    exempt: [null, null],
    sent: [{ at: '2026-11-02', deliveredAt: '2026-11-03T09:00:00Z', items: [0] }],
    until: null,
    quantities: [2, 2],
  },
  'it was delivered in parts: from the last one, whichever was sent first': {
    exempt: [null, null],
    sent: [
      { at: '2026-11-02', deliveredAt: '2026-11-10T09:00:00Z', items: [0] },
      { at: '2026-11-03', deliveredAt: '2026-11-05T09:00:00Z', items: [1] },
    ],
    until: midnightAfter('2026-11-24'),
    quantities: [2, 2],
  },
  'services and digital content: from the contract': {
    exempt: ['service', 'digital_content'],
    sent: [],
    until: midnightAfter('2026-11-16'),
    quantities: [2, 2],
  },
  'a service was performed, so the right to it has ended': {
    exempt: ['service', 'digital_content'],
    sent: [{ at: '2026-11-05', items: [0] }],
    until: midnightAfter('2026-11-16'),
    quantities: [0, 2],
  },
  'goods with a service: from the delivery of the goods': {
    exempt: [null, 'service'],
    sent: [{ at: '2026-11-02', deliveredAt: '2026-11-03T09:00:00Z', items: [0] }],
    until: midnightAfter('2026-11-17'),
    quantities: [2, 2],
  },
  'custom-made goods are exempt from the beginning, and others are not': {
    exempt: ['custom_made', null],
    sent: [],
    until: null,
    quantities: [0, 2],
  },
  'sealed goods: whether they were unsealed is seen when they come back': {
    exempt: ['sealed_hygiene'],
    sent: [{ at: '2026-11-02', deliveredAt: '2026-11-03T09:00:00Z' }],
    until: midnightAfter('2026-11-17'),
    quantities: [2],
  },
};

/** What is sent on a day: these items, or all that are left. */
const send = (order: Order, { at, deliveredAt, items }: Sent): Order => {
  const sent = items?.flatMap((index) => {
    const item = order.items[index];
    return item === undefined ? [] : [{ itemId: item.id, quantity: item.quantity }];
  });
  const fulfillment = aFulfillment(order, sent, new Date(`${at}T12:00:00Z`));
  return Order.fulfill(order, {
    ...fulfillment,
    deliveredAt: deliveredAt === undefined ? null : new Date(deliveredAt),
  });
};

const anOrderOf = ({ exempt, sent }: Pick<Case, 'exempt' | 'sent'>, fields: object = {}): Order => {
  const [first, ...rest] = exempt.map((withdrawalExemption) => shirts({ withdrawalExemption }));
  const items = [first ?? shirts(), ...rest] as const;
  return sent.reduce(send, aGuestOrder({ items: [...items], shipping_address: BERLIN, at: PLACED, ...fields }));
};

describe('what may be withdrawn from an order of which', () => {
  for (const [what, { until, quantities, ...order }] of Object.entries(CASES)) {
    it(what, async () => {
      const placed = anOrderOf(order);
      const found = await orderWithdrawal(deps, placed);
      expect(found?.until?.toISOString() ?? null).to.equal(until);
      const quantityOf = (index: number): number =>
        found?.items.find(({ itemId }) => itemId === placed.items[index]?.id)?.quantity ?? 0;
      expect(quantities.map((_, index) => quantityOf(index))).to.deep.equal(quantities);
      const exempt = placed.items.filter((_, index) => (quantities[index] ?? 0) < 2).map(({ id }) => id);
      expect(found?.exempt.map(({ itemId }) => itemId)).to.deep.equal(exempt);
    });
  }
});

describe('the right of withdrawal', () => {
  const order = { exempt: [null], sent: [] } as const;

  it('is that of consumers in the EU and the EEA, of all, or of nobody, by the terms of the order', async () => {
    const isGiven = async (appliesTo: WithdrawalTerms['appliesTo'], country: string): Promise<boolean> => {
      const withdrawalTerms = { ...WithdrawalTerms.statutory, appliesTo };
      const placed = anOrderOf(order, { withdrawalTerms, shipping_address: { ...BERLIN, country } });
      return (await orderWithdrawal(deps, placed)) !== null;
    };
    for (const country of ['DE', 'NO']) expect(await isGiven('eu', country), country).to.equal(true);
    for (const country of ['US', 'GB', 'CH']) expect(await isGiven('eu', country), country).to.equal(false);
    expect(await isGiven('all', 'US')).to.equal(true);
    expect(await isGiven('none', 'DE')).to.equal(false);
  });

  it('is not that of a business', async () => {
    const placed = anOrderOf(order);
    const ofBusiness = { ...placed, charges: { ...placed.charges, taxId: 'DE123456789' } };
    expect(await orderWithdrawal(deps, ofBusiness)).to.equal(null);
  });

  it('is assumed where no country is known', async () => {
    const placed = anOrderOf(order, { shipping_address: null });
    expect(await orderWithdrawal(deps, placed)).to.not.equal(null);
  });

  it('lasts longer by the terms of the order, and 12 months more without an instruction', async () => {
    const delivered = { exempt: [null], sent: [{ at: '2026-11-02', deliveredAt: '2026-11-03T09:00:00Z' }] };
    const untilOf = async (terms: Partial<WithdrawalTerms>) =>
      (
        await orderWithdrawal(
          deps,
          anOrderOf(delivered, { withdrawalTerms: { ...WithdrawalTerms.statutory, ...terms } }),
        )
      )?.until?.toISOString();
    expect(await untilOf({ days: 30 })).to.equal(midnightAfter('2026-12-03'));
    expect(await untilOf({ isInformed: false })).to.equal(midnightAfter('2027-11-17'));
  });
});
