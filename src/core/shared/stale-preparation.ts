/**
 * What was prepared outside the transaction is out of date, such as a price that has changed meanwhile. The caller
 * prepares and runs the work again.
 */
export class StalePreparationError extends Error {}
