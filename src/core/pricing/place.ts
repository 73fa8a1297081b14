// How places of addresses are compared with those of tax rates and shipping methods.

/** Regions that differ only in case and outer white space are equal. */
export const regionKey = (region: string): string => region.normalize('NFC').trim().toLowerCase();

/** Postal codes that differ only in case, white space and hyphens are equal. */
export const postalKey = (postalCode: string): string =>
  postalCode.normalize('NFC').replace(/[\s-]/g, '').toLowerCase();
