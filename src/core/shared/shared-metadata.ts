// Why: docs/decisions/0025-tags-and-shared-metadata.md

import { type FieldError, invalid } from './domain-error.ts';
import { type StringMap, stringMapErrors } from './string-map.ts';

/** Metadata that the customer and the shop write. */
export type SharedMetadata = Readonly<{
  metadata: StringMap;
  /** The keys that the customer wrote; the others are the shop's. */
  customerMetadataKeys: readonly string[];
}>;

export const SharedMetadata = {
  /** New metadata. */
  of: (metadata: StringMap, isByCustomer: boolean): SharedMetadata => ({
    metadata,
    customerMetadataKeys: isByCustomer ? Object.keys(metadata) : [],
  }),

  /** Replaces the metadata by those of the shop, which may change all. */
  writeByShop: (before: SharedMetadata, metadata: StringMap): SharedMetadata => ({
    metadata,
    customerMetadataKeys: before.customerMetadataKeys.filter((key) => isSame(before.metadata, metadata, key)),
  }),

  /**
   * Replaces the customer's part: what the shop wrote stays.
   * @throws DomainError `validation_failed` for another value of a key of the shop.
   */
  writeByCustomer: (before: SharedMetadata, metadata: StringMap): SharedMetadata => {
    const isOfShop = (key: string): boolean =>
      Object.hasOwn(before.metadata, key) && !before.customerMetadataKeys.includes(key);
    const keys = Object.keys(metadata);
    const ofShop = Object.fromEntries(Object.entries(before.metadata).filter(([key]) => isOfShop(key)));
    const merged = { ...ofShop, ...metadata };
    const errors = keys.filter((key) => isOfShop(key) && !isSame(before.metadata, metadata, key)).map(readOnly);
    if (errors.length > 0) throw invalid(errors);
    const sizeErrors = stringMapErrors('metadata', merged);
    if (sizeErrors.length > 0) throw invalid(sizeErrors);
    return { metadata: merged, customerMetadataKeys: keys.filter((key) => !isOfShop(key)) };
  },
};

const isSame = (before: StringMap, after: StringMap, key: string): boolean =>
  Object.hasOwn(after, key) && before[key] === after[key];

const readOnly = (key: string): FieldError => ({
  path: ['metadata', key],
  code: 'metadata.read_only',
  message: 'was written by the shop and cannot be changed',
});
