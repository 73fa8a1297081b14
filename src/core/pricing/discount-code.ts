/** The longest code of a discount, in characters. */
export const MAX_CODE_LENGTH = 64;

/** A code as it is stored and compared: case makes no difference. */
export const discountCode = (written: string): string => written.normalize('NFC').toUpperCase();
