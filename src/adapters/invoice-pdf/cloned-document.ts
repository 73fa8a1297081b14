import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import { Money } from '#core/shared/money.ts';

/** A document as it arrives in another thread: amounts have lost their class. */
export type ClonedDocument = Readonly<{ cloned: PrintedDocument }>;

/** The document of a clone. */
export const revivedDocument = ({ cloned }: ClonedDocument): PrintedDocument => revived(cloned) as PrintedDocument;

const revived = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(revived);
  if (isAmount(value)) return Money.ofMinor(value.minor, value.currency);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revived(member)]));
};

const isAmount = (value: object): value is Pick<Money, 'minor' | 'currency'> =>
  'minor' in value && typeof value.minor === 'bigint' && 'currency' in value;
