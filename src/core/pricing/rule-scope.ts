import type { FieldError } from '#core/shared/domain-error.ts';

/** When a rule applies: from a time on, inclusively, until another, exclusively; null is no bound. */
export type Validity = Readonly<{ validFrom: Date | null; validTo: Date | null }>;

export const Validity = {
  includes: ({ validFrom, validTo }: Validity, at: Date): boolean =>
    (validFrom === null || validFrom <= at) && (validTo === null || at < validTo),

  /** Whether both apply at some time. */
  overlap: (one: Validity, other: Validity): boolean =>
    (one.validFrom === null || other.validTo === null || one.validFrom < other.validTo) &&
    (other.validFrom === null || one.validTo === null || other.validFrom < one.validTo),

  errors: ({ validFrom, validTo }: Validity): FieldError[] =>
    validFrom === null || validTo === null || validFrom < validTo
      ? []
      : [{ path: ['valid_to'], code: 'date.greater', message: 'must be later than valid_from' }],
};

// How addresses and products are compared with the places and categories of tax rates and shipping methods.

/** Regions and categories that differ only in case and outer white space are equal. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Postal codes that differ only in case, white space and hyphens are equal. */
export const postalKey = (postalCode: string): string =>
  postalCode.normalize('NFC').replace(/[\s-]/g, '').toLowerCase();
