/** The difference of two amounts, without the error of floating point: no currency has more than four decimals. */
export const difference = (one: number, other: number): number => Number((one - other).toFixed(4));
