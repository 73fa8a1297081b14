import { fieldLabel, t } from '../text/text.ts';
import type { Field } from './field.ts';
import { type RowColumn, typedRow } from './rows.ts';

const columns = (): readonly RowColumn[] => [
  { name: 'description', kind: 'text', label: fieldLabel('description') },
  { name: 'quantity', kind: 'number', label: fieldLabel('quantity'), isOptional: true },
  { name: 'unit_price', kind: 'money', label: fieldLabel('unit_price') },
  { name: 'tax_rate', kind: 'number', label: fieldLabel('tax_rate'), isOptional: true },
];

/** The lines of an invoice that is written. */
export const linesField = (): Field => ({
  name: 'lines',
  kind: 'rows',
  label: t().invoices.lines,
  rowLabel: t().invoices.line,
  hint: t().invoices.taxRateHint,
  columns: columns(),
});

/** A line before something is typed. */
export const newLine = { quantity: 1 };

/** Whether the line has what the API requires of it. */
export const isCompleteLine = (text: string): boolean => {
  const { description, unit_price: price } = typedRow(text);
  return String(description).trim() !== '' && String(price).trim() !== '';
};
