/** A number of at most fifteen digits, which JavaScript and the column hold, as people write it: `1001`, `#1001`. */
const ORDER_NUMBER = /^#?\s?([1-9]\d{0,14})$/;

/** The order number that a text is, in digits. */
export const orderNumberOf = (text: string): string | undefined => ORDER_NUMBER.exec(text.trim())?.[1];
