/** The mark before the decimals of a number: a point or a comma. */
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/**
 * A number in a cell, and what stands before or behind it, such as a currency or a unit. `isPlain`: in digits, with a
 * point at most.
 */
export type CellNumber = Readonly<{ value: number; unit: string; isPlain: boolean }>;

/** The digits and marks of a number, and what stands around them. */
const NUMBER = /^([^\d.,+\-−]*)([+\-−]?)((?:\d|[.,](?=\d))[\d.,]*)([^\d]*)$/u;

const PLAIN = /^\d+(?:\.\d+)?$/;

/** White space and apostrophes, by which some countries group digits. */
const GROUPING = /(?<=\d)[\s'’](?=\d{3})/gu;

/** `12,-`: no decimals. */
const NO_DECIMALS = /(?<=\d)[.,](?=\D*$)[-–—]?/u;

const MAX_DIGITS = 15;

/** With a currency or a unit. */
const MAX_LENGTH = 60;

type Parts = Readonly<{ sign: string; digits: string; unit: string; isPlain: boolean }>;

const partsOf = (cell: string): Parts | undefined => {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = cell.trim().replace(GROUPING, '').replace(NO_DECIMALS, '');
  const [, before = '', sign = '', digits = '', after = ''] = NUMBER.exec(text) ?? [];
  const isPlain = cell.includes(digits) && PLAIN.test(digits);
  if (digits === '') return undefined;
  return { sign: sign.replace('−', '-'), digits, unit: before.trim() || after.trim(), isPlain };
};

/** How the marks of a number can be read. */
type Reading = DecimalMark | 'none' | 'ambiguous' | 'invalid';

const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*(?:[.,]\d{3})(?:[.,]\d+)?$/;

const readingOf = (digits: string): Reading => {
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1) as DecimalMark | undefined;
  if (last === undefined) return 'none';
  const others = marks.slice(0, -1);
  if (others !== '') {
    if (!GROUPED.test(digits)) return 'invalid';
    if (!others.includes(last)) return new Set(others).size === 1 ? last : 'invalid';
    // one mark between all groups of digits
    return new Set(marks).size === 1 && /\d{3}$/.test(digits) ? otherThan(last) : 'invalid';
  }
  const [whole = '', decimals = ''] = digits.split(last);
  const mayBeGrouped = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return mayBeGrouped ? 'ambiguous' : last;
};

const otherThan = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

/** The mark that a cell proves: `12,50` a comma, `1,299.00` a point, `1.299` none. */
const provenMark = (cell: string): DecimalMark | undefined => {
  const parts = partsOf(cell);
  const reading = parts === undefined ? 'invalid' : readingOf(parts.digits);
  return reading === '.' || reading === ',' ? reading : undefined;
};

/**
 * The number in a cell, with or without a currency or a unit, and with the marks of any country.
 * @param mark Decides where both are possible.
 * @returns `ambiguous` if both are possible and `mark` is undefined; `invalid` for what is no number.
 */
export const parseNumber = (cell: string, mark: DecimalMark | undefined): CellNumber | 'ambiguous' | 'invalid' => {
  const parts = partsOf(cell);
  if (parts === undefined) return 'invalid';
  const reading = readingOf(parts.digits);
  if (reading === 'invalid') return 'invalid';
  if (reading === 'ambiguous' && mark === undefined) return 'ambiguous';
  const decimal = reading === 'ambiguous' || reading === 'none' ? mark : reading;
  const [whole = '', decimals = ''] =
    decimal === undefined ? [parts.digits] : parts.digits.replaceAll(otherThan(decimal), '').split(decimal);
  if (whole.length + decimals.length > MAX_DIGITS) return 'invalid';
  const value = Number(`${parts.sign === '-' ? '-' : ''}${whole}.${decimals}`);
  return {
    value,
    unit: parts.unit,
    isPlain: parts.isPlain && (decimal === undefined || !parts.digits.includes(otherThan(decimal))) && reading !== ',',
  };
};

/** What the numbers of a file prove. A file may write prices with a comma and weights with a point. */
export class DecimalMarks {
  readonly #given: DecimalMark | undefined;
  readonly #proven = new Map<string, DecimalMark | 'both'>();

  /** @param given The mark of ambiguous numbers. */
  constructor(given: DecimalMark | undefined) {
    this.#given = given;
  }

  /** Notes what a cell proves. */
  note(field: string, cell: string): void {
    const before = this.#proven.get(kindOf(field));
    const mark = before === 'both' ? undefined : provenMark(cell);
    if (mark !== undefined && mark !== before) this.#proven.set(kindOf(field), before === undefined ? mark : 'both');
  }

  /** The mark of ambiguous numbers of a field; undefined if that is to be asked. */
  of(field: string): DecimalMark | undefined {
    const proven = this.#proven.get(kindOf(field));
    return this.#given ?? (proven === 'both' ? undefined : proven);
  }
}

const kindOf = (field: string): string => (field.startsWith('weight') ? 'weight' : 'amount');
