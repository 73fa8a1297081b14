/** A time from its start, inclusively, to its end, exclusively. */
export type TimeSpan = Readonly<{ start: Date; end: Date }>;
