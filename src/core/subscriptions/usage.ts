/** How the usage of a period becomes the quantity that is billed. */
export const USAGE_AGGREGATIONS = ['sum', 'max', 'last'] as const;

export type UsageAggregation = (typeof USAGE_AGGREGATIONS)[number];

/** What was used at a time, in the order in which it was recorded. */
export type Usage = Readonly<{ /** A whole number, not negative. */ quantity: number; at: Date }>;

/**
 * The quantity that is billed for the usage of a period: 0 without any. Of records with the same time, the one that was
 * recorded last is the `last`.
 * @throws RangeError if a sum is beyond what a number represents exactly.
 */
export const aggregateUsage = (aggregation: UsageAggregation, usage: readonly Usage[]): number => {
  switch (aggregation) {
    case 'sum':
      return usage.reduce((sum, { quantity }) => exact(sum + quantity), 0);
    case 'max':
      return usage.reduce((max, { quantity }) => Math.max(max, quantity), 0);
    case 'last':
      return usage.reduce<Usage>((last, next) => (next.at >= last.at ? next : last), NONE).quantity;
  }
};

const NONE: Usage = { quantity: 0, at: new Date(-8.64e15) };

const exact = (sum: number): number => {
  if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of the usage is too large.');
  return sum;
};
