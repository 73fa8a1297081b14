// How addresses and products are compared with the places and categories of tax rates and shipping methods.

/** Regions and categories that differ only in case and outer white space are equal. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Postal codes that differ only in case, white space and hyphens are equal. */
export const postalKey = (postalCode: string): string =>
  postalCode.normalize('NFC').replace(/[\s-]/g, '').toLowerCase();
