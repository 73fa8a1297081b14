/** A number from 0 to below 1 that nobody foresees. */
export type Random = () => number;
