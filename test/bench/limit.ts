import type { Running } from './processes.ts';

/** A measured value and its upper limit. */
export type Measured = Readonly<{ name: string; value: number; limit: number; unit: string }>;

/** A service under attack. */
export type Target = Readonly<{ service: Running; key: string; databaseUrl: string }>;

export const isKept = ({ value, limit }: Measured): boolean => value <= limit;
