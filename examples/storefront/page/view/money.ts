/** An amount in major units, in the visitor's language. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(navigator.language, { style: 'currency', currency }).format(amount);

export const percent = (rate: number): string =>
  new Intl.NumberFormat(navigator.language, { maximumFractionDigits: 4 }).format(rate).concat(' %');
