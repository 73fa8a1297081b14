/** A word in the text of a `tsvector` or a `tsquery`. Words are letters and digits, without a quote. */
export const lexeme = (word: string): string => `'${word}'`;
