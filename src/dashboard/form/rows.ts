import { type Language, language } from '../text/language.ts';
import { moneyToText, numberToText, parseNumber } from '../text/parse-number.ts';

/** An input of each row of a list. */
export type RowColumn = Readonly<{
  /** The member of the row; empty where a row is one value. */
  name: string;
  kind: 'text' | 'number' | 'money' | 'chips';
  label: string;
  hint?: string;
  /** What an empty input means. */
  placeholder?: string;
  /** Whether an empty input is not sent; otherwise it is null. */
  isOptional?: boolean;
  /** Whether the row begins where this of the row before ends, which is shown under this label. */
  startLabel?: string;
}>;

/** A row as it is typed, with the members that have no input. */
export type TypedRow = Readonly<Record<string, unknown>>;

/** A row as forms have it: JSON, so that rows compare like other texts. */
export const rowText = (columns: readonly RowColumn[], value: unknown = {}, currency?: string): string => {
  const members = columns[0]?.name === '' ? { '': value } : (value as TypedRow);
  const typed = columns.map((column) => [column.name, typedValue(column, members[column.name], currency)]);
  return JSON.stringify({ ...Object.fromEntries(typed), ...without(members, columns) });
};

/** A row before something is typed. */
export const emptyRow = (columns: readonly RowColumn[]): string =>
  rowText(columns, columns[0]?.name === '' ? null : {});

export const typedRow = (text: string): TypedRow => JSON.parse(text);

/** The row as the API takes it; what is no number is sent as it is, so that the API says what would be right. */
export const toRow = (columns: readonly RowColumn[], text: string, typedIn: Language = language.value): unknown => {
  const typed = typedRow(text);
  const members = columns
    .filter(({ name, isOptional }) => isOptional !== true || String(typed[name]).trim() !== '')
    .map((column) => [column.name, sentValue(column, typed[column.name], typedIn)]);
  const row = { ...without(typed, columns), ...Object.fromEntries(members) };
  return columns[0]?.name === '' ? row[''] : row;
};

/** What was typed into a row, for a comparison: `Consulting · 2 · 95.50`. */
export const rowSummary = (columns: readonly RowColumn[], text: string): string => {
  const typed = typedRow(text);
  return columns
    .map(({ name }) => [typed[name]].flat().join(', '))
    .filter((part) => part !== '')
    .join(' · ');
};

const typedValue = ({ kind }: RowColumn, value: unknown, currency: string | undefined): string | readonly string[] => {
  if (kind === 'chips') return (value as readonly string[] | null | undefined) ?? [];
  // a text that is no number is kept
  if (typeof value !== 'number') return String(value ?? '');
  return kind === 'money' ? moneyToText(value, language.value, currency) : numberToText(value, language.value);
};

const sentValue = ({ kind }: RowColumn, value: unknown, typedIn: Language): unknown => {
  if (kind === 'chips' || kind === 'text') return value;
  const text = String(value).trim();
  return text === '' ? null : parseNumber(text, typedIn);
};

const without = (members: TypedRow, columns: readonly RowColumn[]): TypedRow =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !columns.some((column) => column.name === name)));
