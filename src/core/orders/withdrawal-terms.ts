import type { Id } from '#core/shared/id.ts';
import type { ReturnCostBearer, RuleValues, WithdrawalScope } from '#core/shop/rules.ts';
import type { Shop } from '#core/shop/shop.ts';

/** On what terms the buyer of an order may withdraw from it: those that were in force when it was placed. */
export type WithdrawalTerms = Readonly<{
  /** Whose right it is: nobody's, that of consumers in the EU, or every consumer's. */
  appliesTo: WithdrawalScope;
  /** How many days after the delivery the right ends. */
  days: number;
  /** How many days after it was sent a shipment is taken as delivered where its delivery is not known. */
  transportDays: number;
  /** Who bears the direct costs of sending goods back. */
  returnCosts: ReturnCostBearer;
  /** Whether the shop had an instruction on the right; without one, the right lasts 12 months more. */
  isInformed: boolean;
  /** Of which it sends the goods, and whose first delivery begins the period; null for another order. */
  subscriptionId: Id<'sub'> | null;
}>;

/** What the terms are made of. */
type TermRules = Pick<RuleValues, 'withdrawal_for' | 'withdrawal_days' | 'transport_days' | 'return_costs'>;

/** Those of the law, for a buyer who was informed. */
const STATUTORY: WithdrawalTerms = {
  appliesTo: 'eu',
  days: 14,
  transportDays: 5,
  returnCosts: 'buyer',
  isInformed: true,
  subscriptionId: null,
};

export const WithdrawalTerms = {
  /** Those of an order that is placed now. */
  of: (
    rules: TermRules,
    { withdrawalNotice }: Pick<Shop, 'withdrawalNotice'>,
    subscriptionId: WithdrawalTerms['subscriptionId'] = null,
  ): WithdrawalTerms => ({
    appliesTo: rules.withdrawal_for,
    days: rules.withdrawal_days,
    transportDays: rules.transport_days,
    returnCosts: rules.return_costs,
    isInformed: withdrawalNotice !== null,
    subscriptionId,
  }),

  /** Those of orders that are older than these terms. */
  statutory: STATUTORY,
};
