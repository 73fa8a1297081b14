import type { Order } from '#core/orders/order.ts';
import type { Address } from '#core/shared/address.ts';
import { type BuyerCalendar, withdrawalEnd } from './withdrawal-period.ts';

/** The countries of the EU, and of the EEA, where Directive 2011/83/EU is in force too. */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** What the right to withdraw from a contract depends on. */
export type Contract = Pick<Order, 'shippingAddress' | 'billingAddress' | 'withdrawalTerms'> &
  Readonly<{ charges: Pick<Order['charges'], 'taxId'> }>;

export type WithdrawalDeps = Readonly<{
  calendar: BuyerCalendar;
  /** The shop's, for buyers of whom no country is known. */
  timeZone: string;
}>;

/** Whether a business has bought, which has no such right. */
const isBusiness = ({ charges }: Contract): boolean => charges.taxId !== null;

/** Where the buyer lives, as far as the contract says. */
const addressOf = (contract: Contract): Address | null => contract.shippingAddress ?? contract.billingAddress;

/** Whether the shop gives the right to consumers of the buyer's country; where that is not known, to all. */
const isInTerms = (contract: Contract): boolean => {
  const { appliesTo } = contract.withdrawalTerms;
  const country = addressOf(contract)?.country;
  return appliesTo === 'all' || (appliesTo === 'eu' && (country === undefined || EEA.has(country)));
};

/** Why the buyer has no right to withdraw from any of a contract; undefined if they have one. */
export const refusalOf = (contract: Contract): 'not_applicable' | 'business' | undefined => {
  if (!isInTerms(contract)) return 'not_applicable';
  return isBusiness(contract) ? 'business' : undefined;
};

/** When the period of a contract ends that begins at a time. */
export const endOfPeriod = (deps: WithdrawalDeps, contract: Contract, start: Date): Promise<Date> => {
  const { days, isInformed } = contract.withdrawalTerms;
  return withdrawalEnd(deps.calendar, { start, days, isInformed, ...placeOf(deps, contract) });
};

/** Until when a shop must refund, by article 13: 14 days after the statement. */
export const refundEnd = (deps: WithdrawalDeps, contract: Contract, stated: Date): Promise<Date> =>
  withdrawalEnd(deps.calendar, { start: stated, days: 14, isInformed: true, ...placeOf(deps, contract) });

const placeOf = ({ timeZone: shopTimeZone }: WithdrawalDeps, contract: Contract) => {
  const { country = null, state = null } = addressOf(contract) ?? {};
  return { place: { country, state }, shopTimeZone };
};
