import type { PasskeyOptions } from '../api/api-error.ts';
import { fromLocalInput, toLocalInput } from '../text/format.ts';
import { type Language, language } from '../text/language.ts';
import { numberToText, parseNumber } from '../text/parse-number.ts';
import { lineText, toLine } from './invoice-line.ts';
import { pairsPatch, pairText } from './pairs.ts';

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
  | 'choice'
  | 'flag'
  | 'time'
  /** Numbers with semicolons between them, since a comma may be within. */
  | 'numbers'
  /** One value a line. */
  | 'lines'
  /** One group a line, with commas between its values. */
  | 'groups'
  /** Names and values, one pair a row. */
  | 'map'
  /** Objects that have a control of their own, as JSON. */
  | 'records'
  /** Prices by size: `up to: price`, one a line, and `*` for no limit. */
  | 'tiers'
  /** Prices of a plan: `up to: price of one + price of the tier`, one a line, and `*` for no limit. */
  | 'plan_tiers'
  /** The lines of an invoice, one text each. */
  | 'invoice_lines'
  /** Any of several values. */
  | 'choices'
  /** Values that are typed. */
  | 'chips'
  /** The id of a category, which is chosen in the tree. */
  | 'category'
  /** Resources that are found by a search. */
  | 'ids'
  /** The response of a passkey, as JSON; sent as soon as it is there. */
  | 'passkey';

/** A field of a form and of the body that it sends. */
export type Field = Readonly<{
  /** Its path in the body, such as `shipping_address.city`. */
  name: string;
  kind: Kind;
  isRequired?: boolean;
  /** Of a choice. */
  values?: readonly string[];
  /** The labels of values that have none in the texts. */
  labels?: Readonly<Record<string, string>>;
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

/** What an input holds: lists for choices, a boolean for flags, the text for all others. */
export type FieldValue = string | boolean | readonly string[];

export type FieldValues = Readonly<Record<string, FieldValue>>;

/** JSON that is an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The inputs of a resource, or of a new one without it. */
export const toValues = (fields: readonly Field[], resource: JsonObject = {}): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, toValue(field, read(resource, field.name))]));

/** The fields that apply to the values. */
export const shownFields = (fields: readonly Field[], values: FieldValues): readonly Field[] =>
  fields.filter(({ isShown }) => isShown === undefined || isShown(values));

/** The values, with hidden fields emptied. */
export const shownValues = (fields: readonly Field[], values: FieldValues): FieldValues => {
  const shown = shownFields(fields, values);
  return { ...values, ...toValues(fields.filter((field) => !shown.includes(field))) };
};

const toValue = ({ kind }: Field, value: unknown): FieldValue => {
  if (kind === 'flag') return value === true;
  if (kind === 'choices' || kind === 'ids' || kind === 'chips') return (value as readonly string[] | undefined) ?? [];
  if (kind === 'map') return Object.entries((value ?? {}) as Readonly<Record<string, string>>).map(pairText);
  if (kind === 'records') return ((value ?? []) as readonly object[]).map((each) => JSON.stringify(each));
  if (kind === 'invoice_lines') return ((value ?? []) as Parameters<typeof lineText>[0][]).map(lineText);
  if (value === null || value === undefined) return '';
  if (kind === 'lines') return (value as readonly string[]).join('\n');
  if (kind === 'numbers') return (value as readonly number[]).map(numberText).join('; ');
  if (kind === 'groups') return (value as readonly string[][]).map((group) => group.join(', ')).join('\n');
  if (kind === 'tiers') return (value as readonly Tier[]).map(tierText).join('\n');
  if (kind === 'plan_tiers') return (value as readonly PlanTier[]).map(planTierText).join('\n');
  if (typeof value === 'number') return numberToText(value, language.value);
  return kind === 'time' ? toLocalInput(String(value)) : String(value);
};

const NUMBERS: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'numbers', 'tiers', 'plan_tiers', 'invoice_lines']);

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

const toJson = ({ kind }: Field, value: FieldValue, typedIn: Language = language.value): unknown => {
  const toNumber = (text: string): number | string => parseNumber(text, typedIn);
  if (kind === 'invoice_lines') return (value as readonly string[]).map((line) => toLine(line, typedIn));
  if (kind === 'records') return (value as readonly string[]).map((each) => JSON.parse(each));
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'passkey') return JSON.parse(text);
  if (kind === 'lines') return linesOf(text);
  if (kind === 'numbers') return text.split(';').map((each) => toNumber(each.trim()));
  if (kind === 'groups') return linesOf(text).map(valuesOf);
  if (kind === 'tiers') return linesOf(text).map((line) => tierOf(entryOf(line), toNumber));
  if (kind === 'plan_tiers') return linesOf(text).map((line) => planTierOf(entryOf(line), toNumber));
  if (text === '') return null;
  if (kind === 'time') return fromLocalInput(text);
  if (kind === 'integer' || kind === 'decimal') return toNumber(text);
  return kind.endsWith('password') ? value : text;
};

type Tier = Readonly<{ up_to: number | null; price: number }>;

const tierText = ({ up_to: upTo, price }: Tier): string => `${limitText(upTo)}: ${numberText(price)}`;

const limitText = (upTo: number | string | null): string => (upTo === null ? '*' : numberText(upTo));

/** A text that is no number is kept. */
const numberText = (value: number | string): string =>
  typeof value === 'number' ? numberToText(value, language.value) : value;

type ToNumber = (text: string) => number | string;

const tierOf = ([upTo, price]: readonly [string, string], toNumber: ToNumber) => ({
  up_to: upTo === '*' ? null : toNumber(upTo),
  price: toNumber(price),
});

type PlanTier = Readonly<{ up_to: number | null; unit_amount: number; flat_amount?: number | null }>;

const planTierText = ({ up_to: upTo, unit_amount: unit, flat_amount: flat }: PlanTier): string =>
  `${limitText(upTo)}: ${numberText(unit)}${flat ? ` + ${numberText(flat)}` : ''}`;

const planTierOf = ([upTo, prices]: readonly [string, string], toNumber: ToNumber) => {
  const [unit = '', flat] = prices.split('+').map((price) => price.trim());
  return {
    up_to: upTo === '*' ? null : toNumber(upTo),
    unit_amount: toNumber(unit),
    ...(flat === undefined ? {} : { flat_amount: toNumber(flat) }),
  };
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const valuesOf = (line: string): string[] =>
  line
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

const entryOf = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
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
