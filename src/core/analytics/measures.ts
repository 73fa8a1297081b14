/** What is counted, and whether it is an amount in minor units or a number. */
export const MEASURES = {
  gross: 'money',
  refunds: 'money',
  tax: 'money',
  taxable: 'money',
  shipping: 'money',
  discounts: 'money',
  orders: 'number',
  units: 'number',
  mrr_new: 'money',
  mrr_expansion: 'money',
  mrr_contraction: 'money',
  mrr_churn: 'money',
  mrr_reactivation: 'money',
  subscriptions_started: 'number',
  subscriptions_churned: 'number',
  subscriptions_reactivated: 'number',
  trials_started: 'number',
  trials_converted: 'number',
  trials_ended: 'number',
  new_buyers: 'number',
  buyers: 'number',
  payments: 'number',
  payments_succeeded: 'number',
  returns: 'number',
  units_returned: 'number',
  withdrawals: 'number',
  units_withdrawn: 'number',
  disputes_opened: 'number',
  disputes_opened_amount: 'money',
  disputes_won: 'number',
  disputes_won_amount: 'money',
  disputes_lost: 'number',
  disputes_lost_amount: 'money',
  sign_ins: 'number',
  stock_outs: 'number',
  failed_webhooks: 'number',
} as const satisfies Record<string, 'money' | 'number'>;

export type Measure = keyof typeof MEASURES;

export const MEASURE_NAMES = Object.keys(MEASURES) as readonly Measure[];

/** Values of measures: minor units or numbers. A measure that is left out is 0. */
export type Values = Readonly<Partial<Record<Measure, bigint>>>;

/** Values that others are added to. A sum of 0 stays. */
export type Sums = { -readonly [Name in keyof Values]: Values[Name] };

export const Values = {
  /** `b` added to `a`, without zeros. */
  add: (a: Values, b: Values): Values => {
    const sums = { ...a };
    Values.addTo(sums, b);
    return Values.withoutZeros(sums);
  },

  /** Adds values, or subtracts them, in place: of each order, there are dozens to be added. */
  addTo: (sums: Sums, values: Values, isSubtracted = false): void => {
    for (const key in values) {
      const name = key as Measure;
      const value = values[name] ?? 0n;
      sums[name] = (sums[name] ?? 0n) + (isSubtracted ? -value : value);
    }
  },

  withoutZeros: (sums: Values): Values => {
    const values: Sums = {};
    for (const key in sums) {
      const value = sums[key as Measure] ?? 0n;
      if (value !== 0n) values[key as Measure] = value;
    }
    return values;
  },

  isSame: (a: Values, b: Values): boolean => MEASURE_NAMES.every((name) => (a[name] ?? 0n) === (b[name] ?? 0n)),

  isEmpty: (values: Values): boolean => {
    for (const _name in values) return false;
    return true;
  },
};
