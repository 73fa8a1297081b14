import type { Entry } from './entry.ts';
import type { Measure, Values } from './measures.ts';
import type { PaymentAttempt, Sale, SaleMovement } from './sale.ts';

/** An entry of a sale; its currency is that of the sale. */
type ShopFigures = Omit<Entry, 'currency'>;

/** What becomes of the payments of a sale, and of what was sold: attempts, disputes and returns. */
export const outcomeEntries = ({ sold, movements, attempts, returns }: Sale): readonly Entry[] =>
  [
    ...attempts.flatMap(attemptEntries),
    ...movements.flatMap(disputeEntries),
    ...returns.map(({ at, units }) => ofShop(at, { returns: 1n, units_returned: BigInt(units) })),
  ].map((counted) => ({ ...counted, currency: sold.currency }));

const ofShop = (at: Date, values: Values): ShopFigures => ({ at, dimension: 'none', key: '', values });

const attemptEntries = ({ at, gateway, failureCode }: PaymentAttempt): readonly ShopFigures[] => {
  const values: Values = { payments: 1n, ...(failureCode === null && { payments_succeeded: 1n }) };
  const ofGateway: ShopFigures = { at, dimension: 'gateway', key: gateway, values };
  if (failureCode === null) return [ofShop(at, values), ofGateway];
  return [ofShop(at, values), ofGateway, { at, dimension: 'failure', key: `${gateway} ${failureCode}`, values }];
};

const DISPUTES: Readonly<Partial<Record<SaleMovement['kind'], Readonly<{ number: Measure; amount: Measure }>>>> = {
  dispute: { number: 'disputes_opened', amount: 'disputes_opened_amount' },
  dispute_won: { number: 'disputes_won', amount: 'disputes_won_amount' },
  dispute_lost: { number: 'disputes_lost', amount: 'disputes_lost_amount' },
};

const disputeEntries = ({ kind, at, amount }: SaleMovement): readonly ShopFigures[] => {
  const measured = DISPUTES[kind];
  return measured === undefined ? [] : [ofShop(at, { [measured.number]: 1n, [measured.amount]: amount.minor })];
};
