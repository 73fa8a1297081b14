import { MAX_CATEGORY_NAME } from '#core/catalog/category.ts';
import { MAX_CATEGORY_DEPTH } from '#core/catalog/category-tree.ts';
import { hasCheckDigit } from '#core/catalog/gtin.ts';
import { slugOf, tidyLabel } from '#core/catalog/names.ts';
import { MAX_QUANTITY } from '#core/catalog/product.ts';
import { WEIGHT_UNITS, type WeightUnit } from '#core/catalog/product-fields.ts';
import { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { dateOf, isNoDate } from './dates.ts';
import { type CellNumber, type DecimalMarks, parseNumber } from './numbers.ts';
import { type ImportWarning, isYes, type SourceItem, type SourceRow, warning } from './source-row.ts';

/** Takes the values of a row's cells, and notes what was wrong with them. */
export class CellReader<Item extends SourceRow = SourceItem> {
  readonly errors: FieldError[];
  readonly warnings: ImportWarning[] = [];
  readonly item: Item;
  readonly #marks: DecimalMarks;
  readonly #weightUnit: WeightUnit | undefined;

  /** @param weightUnit Of weights whose file does not say it. */
  constructor(
    item: Item,
    { marks, weightUnit }: Readonly<{ marks: DecimalMarks; weightUnit: WeightUnit | undefined }>,
  ) {
    this.item = item;
    this.errors = [...item.errors];
    this.#marks = marks;
    this.#weightUnit = weightUnit;
  }

  get cells(): Item['cells'] {
    return this.item.cells;
  }

  warn(field: string | null, code: string, message: string): void {
    this.warnings.push(warning(this.item, field, code, message));
  }

  reject(field: string, code: string, message: string): void {
    this.errors.push({ path: [field], code, message });
  }

  /** The text of a cell, cut to a length. */
  text(field: string, max: number, value = this.cells[field]): string | undefined {
    const text = value?.trim();
    if (text === undefined || text === '' || text.length <= max) return text || undefined;
    const characters = [...text];
    if (characters.length <= max) return text;
    this.warn(field, 'text.shortened', `had ${characters.length} characters and was cut to ${max}`);
    return characters.slice(0, max).join('').trim();
  }

  /** @param as The field that an error names. */
  number(field: string, as = field): CellNumber | undefined {
    const cell = this.cells[field]?.trim();
    if (cell === undefined || cell === '') return undefined;
    const number = parseNumber(cell, this.#marks.of(field));
    if (number === 'ambiguous') {
      const values = [cell.replace(/[.,]/, ''), cell.replace(',', '.')].join(' or ');
      this.reject(as, 'number.ambiguous', `may be ${values}: say which mark is before the decimals`);
      return undefined;
    }
    if (number === 'invalid') {
      this.reject(as, 'number.base', `must be a number, such as 19.99, not ${shown(cell)}`);
      return undefined;
    }
    if (!number.isPlain) this.warn(as, 'number.mended', `${shown(cell)} was read as ${number.value}`);
    return number;
  }

  /** An amount in major units, and its currency if the cell says it. */
  amount(field: string, as = field): Readonly<{ value: number; currency: string | undefined }> | undefined {
    const number = this.number(field, as);
    if (number === undefined) return undefined;
    return { value: number.value, currency: currencyOf(number.unit) };
  }

  /** A whole number of at least zero. */
  quantity(field: string): number | undefined {
    const number = this.number(field);
    if (number === undefined) return undefined;
    const { value } = number;
    if (value < 0) this.warn(field, 'stock.negative', `was ${value} and is 0 now`);
    else if (!Number.isInteger(value))
      this.warn(field, 'stock.rounded', `was ${value} and is ${Math.floor(value)} now`);
    return Math.min(Math.max(0, Math.floor(value)), MAX_QUANTITY);
  }

  weight(): Readonly<{ weight: number; weight_unit: WeightUnit }> | undefined {
    const field = ['weight', 'weight_g', 'weight_kg', 'weight_oz', 'weight_lb'].find(
      (name) => this.cells[name] !== undefined,
    );
    const number = field === undefined ? undefined : this.number(field, 'weight');
    if (field === undefined || number === undefined || number.value <= 0) return undefined;
    const named =
      unitOf(number.unit) ?? unitOf(field.slice('weight_'.length)) ?? unitOf(this.cells['weight_unit'] ?? '');
    const unit = named ?? this.#weightUnit;
    if (unit === undefined) {
      this.warn('weight', 'weight.unit', `${number.value} was left out: say the unit of weights`);
      return undefined;
    }
    const weight = rounded(number.value);
    if (weight === number.value) return { weight, weight_unit: unit };
    // grams keep three decimals more
    const kept =
      unit === 'kg'
        ? ({ weight: rounded(number.value * 1_000), weight_unit: 'g' } as const)
        : { weight, weight_unit: unit };
    this.warn('weight', 'weight.rounded', `was ${number.value} ${unit} and is ${kept.weight} ${kept.weight_unit} now`);
    return kept;
  }

  slug(): string | undefined {
    const cell = this.text('slug', 2_000);
    if (cell === undefined) return undefined;
    const segment = lastSegment(cell);
    const slug = slugOf(segment, '', 255);
    if (slug !== segment)
      this.warn('slug', 'slug.changed', `${shown(segment)} became ${slug === '' ? 'one of the name' : slug}`);
    return slug === '' ? undefined : slug;
  }

  sku(): string | undefined {
    const cell = this.cells['sku'];
    if (cell === undefined || cell.trim() === '') return undefined;
    const sku = cell.trim();
    if (/\s/.test(sku)) this.warn('sku', 'sku.blanks', `${shown(cell)} has blanks`);
    if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(sku))
      this.warn('sku', 'sku.scientific', `${sku} looks like a number that a spreadsheet has changed`);
    return sku;
  }

  barcode(): string | undefined {
    const cell = this.cells['barcode']?.split('\n').find((each) => each.trim() !== '');
    if (cell === undefined) return undefined;
    const code = cell.trim().replace(/^'/, '');
    if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(code)) {
      this.warn('barcode', 'barcode.scientific', `${code} was left out: a spreadsheet has dropped its last digits`);
      return undefined;
    }
    const digits = code.replace(/(?<=\d)[-\s](?=[\dX])/g, '');
    if (!/^\d+$/.test(digits)) return digits;
    const padded = [7, 11].includes(digits.length) ? `0${digits}` : digits;
    if (![8, 12, 13, 14].includes(padded.length)) return digits;
    if (hasCheckDigit(padded)) {
      if (padded !== digits) this.warn('barcode', 'barcode.zero', `${digits} lacked its leading zero`);
      return padded;
    }
    if (padded !== digits) return digits;
    this.warn('barcode', 'barcode.check_digit', `${digits} was left out: its last digit is not its check digit`);
    return undefined;
  }

  /** The first of the paths of categories, each with its levels. */
  category(): readonly string[] | undefined {
    const [first, ...others] = (this.cells['category'] ?? '')
      .split('\n')
      .map((path) => path.trim())
      .filter(Boolean);
    if (first === undefined) return undefined;
    if (others.length > 0)
      this.warn('category', 'category.others', `only ${shown(first)} was taken, not ${shown(others.join(', '))}`);
    const levels = first
      .split(/\s*>\s*/)
      .map(tidyLabel)
      .filter((level) => level !== '');
    if (levels.length > MAX_CATEGORY_DEPTH) {
      this.reject('category', 'array.max', `has ${levels.length} levels: at most ${MAX_CATEGORY_DEPTH}`);
      return undefined;
    }
    return levels.map((level) => {
      const characters = [...level];
      if (characters.length <= MAX_CATEGORY_NAME) return level;
      this.warn('category', 'text.shortened', `${shown(level)} was cut to ${MAX_CATEGORY_NAME} characters`);
      return characters.slice(0, MAX_CATEGORY_NAME).join('').trim();
    });
  }

  /** A time by RFC 3339. */
  time(field: string): string | undefined {
    const cell = this.cells[field];
    if (cell === undefined || isNoDate(cell)) return undefined;
    const date = dateOf(cell);
    if (date === undefined)
      this.reject(field, 'date.base', 'must be a date such as 2026-01-31 or 2026-01-31 13:30:00 +0100');
    return date?.toISOString();
  }

  /** Whether a cell says yes; undefined without one. */
  flag(field: string): boolean | undefined {
    const cell = this.cells[field];
    return cell === undefined ? undefined : isYes(cell);
  }
}

const rounded = (weight: number): number => Math.round(weight * 1_000) / 1_000;

const MAX_SHOWN = 60;

/** A text in a message. */
export const shown = (text: string): string => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`);

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₺': 'TRY',
  zł: 'PLN',
  Kč: 'CZK',
};

/** The currency of a code or a sign that no other currency has. */
export const currencyOf = (unit: string): string | undefined => {
  const code = SIGNS[unit] ?? unit.toUpperCase();
  return Currency.is(code) ? code : undefined;
};

const UNITS: Readonly<Record<string, WeightUnit>> = {
  kgs: 'kg',
  lbs: 'lb',
  gram: 'g',
  grams: 'g',
  gr: 'g',
  ounces: 'oz',
  pounds: 'lb',
};

const unitOf = (word: string): WeightUnit | undefined => {
  const name = word.trim().toLowerCase().replace(/\.$/, '');
  return UNITS[name] ?? WEIGHT_UNITS.find((unit) => unit === name);
};

/** `/products/Pacer/?x=1` is `Pacer`. */
const lastSegment = (address: string): string => {
  if (!address.includes('/')) return address;
  const [path = ''] = address.split(/[?#]/, 1);
  const segment =
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  return segment.replace(/\.html?$/i, '');
};
