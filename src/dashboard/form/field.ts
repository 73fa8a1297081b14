import type { PasskeyOptions } from '../api/api-error.ts';
import { fromLocalInput, toLocalInput } from '../text/format.ts';
import { type Language, language } from '../text/language.ts';
import { moneyToText, numberToText, parseNumber } from '../text/parse-number.ts';
import { pairsPatch, toPairs } from './pairs.ts';
import { type RowColumn, rowText, toRow } from './rows.ts';

type Kind =
  | 'text'
  | 'long_text'
  /** HTML, as descriptions may have it. */
  | 'rich_text'
  | 'email'
  | 'password'
  | 'new_password'
  | 'integer'
  | 'decimal'
  /** An amount in the currency of the resource. */
  | 'money'
  | 'choice'
  /** A choice between few values that are explained. */
  | 'radio'
  | 'flag'
  | 'time'
  /** Rows with an input for each column. */
  | 'rows'
  /** Names and values, one pair a row. */
  | 'map'
  /** Objects that have a control of their own, as JSON. */
  | 'records'
  /** Any of several values. */
  | 'choices'
  /** One of many values, found by their labels. */
  | 'pick'
  /** Any of many values, found by their labels. */
  | 'picks'
  /** Any of many values, in groups by what their names begin with. */
  | 'tree'
  /** Values that are typed. */
  | 'chips'
  /** The id of a category, which is chosen in the tree. */
  | 'category'
  /** A resource that is found by a search. */
  | 'id'
  /** Resources that are found by a search. */
  | 'ids'
  /** The address of an image that is uploaded. */
  | 'image'
  /** The response of a passkey, as JSON; sent as soon as it is there. */
  | 'passkey';

/** A field of a form and of the body that it sends. */
export type Field = Readonly<{
  /** Its path in the body, such as `shipping_address.city`. */
  name: string;
  kind: Kind;
  isRequired?: boolean;
  /** What can be chosen. */
  values?: readonly string[];
  /** The labels of values that have none in the texts. */
  labels?: Readonly<Record<string, string>>;
  /** What values mean. */
  explanations?: Readonly<Record<string, string>>;
  /** Of picks: values that are chosen together. */
  bundles?: readonly Readonly<{ label: string; values: readonly string[] }>[];
  /** Of a tree: whether its groups are open at first. */
  isUnfolded?: boolean;
  /** Of rows. */
  columns?: readonly RowColumn[];
  /** What one of the rows is called, if it is not the label. */
  rowLabel?: string;
  /** Of each of the values that are typed. */
  maxLength?: number;
  /** Of ids, such as `prod`. */
  prefix?: string;
  /** Whether the field applies to the other values: one that does not is hidden, and sent empty. Always if omitted. */
  isShown?: (values: FieldValues) => boolean;
  hint?: string;
  /** What applies while the input is empty. */
  placeholder?: string;
  /** The label, if it is not that of the name. */
  label?: string;
  /** What the browser fills in of the user's own data; nothing if omitted, except for passwords. */
  autoComplete?: 'username' | 'email' | 'one-time-code';
  /** What a passkey is to sign. */
  passkeyOptions?: PasskeyOptions;
}>;

/** What an input holds: lists for several values, a boolean for flags, the text for all others. */
export type FieldValue = string | boolean | readonly string[];

/** What an input of a field needs. */
export type FieldInputProps<T = FieldValue> = Readonly<{
  field: Field;
  value: T;
  error?: string | undefined;
  onChange: (value: T) => void;
}>;

export type FieldValues = Readonly<Record<string, FieldValue>>;

/** JSON that is an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The inputs of a resource, or of a new one without it. */
export const toValues = (fields: readonly Field[], resource: JsonObject = {}): FieldValues =>
  Object.fromEntries(
    fields.map((field) => [field.name, toValue(field, read(resource, field.name), currencyOf(resource))]),
  );

/** The fields that apply to the values. */
export const shownFields = (fields: readonly Field[], values: FieldValues): readonly Field[] =>
  fields.filter(({ isShown }) => isShown === undefined || isShown(values));

/** The values, with hidden fields emptied. */
export const shownValues = (fields: readonly Field[], values: FieldValues): FieldValues => {
  const shown = shownFields(fields, values);
  return { ...values, ...toValues(fields.filter((field) => !shown.includes(field))) };
};

const currencyOf = ({ currency }: JsonObject): string | undefined =>
  typeof currency === 'string' ? currency : undefined;

/** Fields with several values. */
const LISTS: ReadonlySet<Kind> = new Set(['choices', 'ids', 'chips', 'picks', 'tree']);

const toValue = ({ kind, columns = [] }: Field, value: unknown, currency?: string): FieldValue => {
  if (kind === 'flag') return value === true;
  if (LISTS.has(kind)) return (value as readonly string[] | null | undefined) ?? [];
  if (kind === 'map') return toPairs((value ?? {}) as Readonly<Record<string, string>>);
  if (kind === 'records') return ((value ?? []) as readonly object[]).map((each) => JSON.stringify(each));
  if (kind === 'rows') return ((value ?? []) as readonly unknown[]).map((each) => rowText(columns, each, currency));
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return kind === 'time' ? toLocalInput(String(value)) : String(value);
  return kind === 'money' ? moneyToText(value, language.value, currency) : numberToText(value, language.value);
};

const NUMBERS: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'money', 'rows']);

/** What was typed while another language was in use, as it is written in that of now. */
export const translateNumbers = (fields: readonly Field[], values: FieldValues, typedIn: Language): FieldValues => {
  const translated = fields.flatMap((field) => {
    const value = values[field.name];
    if (!NUMBERS.has(field.kind) || value === undefined || isBlank(value)) return [];
    return [[field.name, toValue(field, toJson(field, value, typedIn))] as const];
  });
  return { ...values, ...Object.fromEntries(translated) };
};

/** The body of all fields that are filled in. */
export const toBody = (fields: readonly Field[], values: FieldValues): JsonObject =>
  bodyOf(
    fields.filter((field) => !isBlank(values[field.name])),
    values,
  );

/** A merge patch with the fields that differ from what was loaded. What was cleared becomes null, as do removed pairs. */
export const toPatch = (fields: readonly Field[], values: FieldValues, loaded: FieldValues): JsonObject =>
  bodyOf(changedFields(fields, values, loaded), values, loaded);

export const changedFields = (fields: readonly Field[], values: FieldValues, loaded: FieldValues): Field[] =>
  fields.filter(({ name }) => !isSame(values[name], loaded[name] ?? ''));

export const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isBlank = (value: FieldValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const bodyOf = (fields: readonly Field[], values: FieldValues, loaded: FieldValues = {}): JsonObject => {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const [value = '', former = ''] = [values[field.name], loaded[field.name]];
    const json = field.kind === 'map' ? pairsPatch(textsOf(value), textsOf(former)) : toJson(field, value);
    write(body, field.name, json);
  }
  return body;
};

const textsOf = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value : []);

const toJson = ({ kind, columns = [] }: Field, value: FieldValue, typedIn: Language = language.value): unknown => {
  if (kind === 'rows') return (value as readonly string[]).map((row) => toRow(columns, row, typedIn));
  if (kind === 'records') return (value as readonly string[]).map((each) => JSON.parse(each));
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'passkey') return JSON.parse(text);
  if (text === '') return null;
  if (kind === 'time') return fromLocalInput(text);
  if (kind === 'integer' || kind === 'decimal' || kind === 'money') return parseNumber(text, typedIn);
  return kind.endsWith('password') ? value : text;
};

const read = (resource: JsonObject, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as JsonObject | null | undefined)?.[name], resource);

const write = (body: Record<string, unknown>, path: string, value: unknown): void => {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const nested = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = nested;
  write(nested, rest.join('.'), value);
};
