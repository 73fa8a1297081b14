/** An unpredictable number from 0 up to 1, excluded. */
export type Random = () => number;
