/** Stripe searches what is some minutes old; a charge that is not found may be there all the same. */
export const NOT_FOUND_YET = { kind: 'unknown', why: 'Stripe does not find the payment by its key.' } as const;
