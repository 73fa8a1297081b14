/** Stripe's search index lags by minutes: a charge that is not found may exist. */
export const NOT_FOUND_YET = { kind: 'unknown', why: 'Stripe does not find the payment by its key.' } as const;
