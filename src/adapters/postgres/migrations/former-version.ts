/** The migration before the baseline, after which a database lacks nothing but what follows from there. */
export const LAST_FORMER_MIGRATION = '20270128-payment-attention';

/** The last commit with the former migrations. */
export const LAST_FORMER_COMMIT = '8cda883514a7a43f965ccab55a66daee7ca5928e';
