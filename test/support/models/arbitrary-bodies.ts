import fc from 'fast-check';
import { SCOPES } from '#core/access/scope.ts';

/** Strings of whole characters without NUL, of a length in code points. */
export const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: 'binary', minLength, maxLength }).filter((value) => !value.includes('\0'));

const label = (maxLength: number) => text(1, maxLength).filter((value) => /\S/.test(value));

const DIGITS: Readonly<Record<string, number>> = { USD: 2, EUR: 2, HUF: 2, JPY: 0, KWD: 3, CLF: 4 };

const money = fc.constantFrom(...Object.keys(DIGITS)).chain((currency) =>
  fc.record({ currency: fc.constant(currency), units: fc.nat(10 ** 10) }).map(({ units }) => ({
    currency,
    price: Number(`${units}e-${DIGITS[currency]}`),
  })),
);

const pairs = (value: fc.Arbitrary<string | null>) =>
  fc.dictionary(
    label(40).filter((key) => key !== '__proto__'),
    value,
    { maxKeys: 8, noNullPrototype: true },
  );

const optional = {
  description: fc.option(text(0, 200)),
  category: fc.option(fc.constantFrom('Shirts', 'Hats', 'Größe', '  ~ ')),
  sku: fc.option(label(100)),
  status: fc.constantFrom('draft', 'active', 'archived'),
  stock: fc.option(fc.nat()),
  images: fc.array(fc.webUrl({ validSchemes: ['https'] }), { maxLength: 3 }),
};

/** A valid product. */
export const validProduct = fc
  .record(
    { name: label(255), ...optional, attributes: pairs(text(0, 500)), metadata: pairs(text(0, 500)) },
    { requiredKeys: ['name'], noNullPrototype: true },
  )
  .chain((fields) => money.map((amount) => ({ ...fields, ...amount })));

/** A valid merge patch for any product. */
export const validPatch = fc
  .record(
    {
      name: label(255),
      ...optional,
      attributes: pairs(fc.option(text(0, 500))),
      metadata: pairs(fc.option(text(0, 500))),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .chain((fields) => fc.option(money).map((amount) => ({ ...fields, ...amount })));

export const validKey = fc.record(
  {
    name: label(100),
    scopes: fc.uniqueArray(fc.constantFrom(...SCOPES)),
    expires_at: fc.option(
      fc
        .date({ min: new Date('2040-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    ),
  },
  { requiredKeys: ['name'], noNullPrototype: true },
);

const FIELDS = [
  'name',
  'price',
  'currency',
  'description',
  'category',
  'sku',
  'status',
  'stock',
  'images',
  'attributes',
  'metadata',
];
const ODD_NAMES = [
  'id',
  'version',
  'constructor',
  'toString',
  'hasOwnProperty',
  'scopes',
  'expires_at',
  'overlap_seconds',
  '',
];

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<unknown>(-1, -0, 1e12, 1e21, 0.1 + 0.2, '19.99', '', ' ', [], {}, [[]], true, null, 'x'.repeat(300)),
);

/** A valid body with some fields replaced, omitted or added. */
const nearly = (valid: fc.Arbitrary<object>) =>
  fc
    .tuple(
      valid,
      fc.dictionary(fc.constantFrom(...FIELDS, ...ODD_NAMES), oddValue, {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
    )
    .map(([fields, odd]) => JSON.stringify({ ...fields, ...odd }));

const FRAGMENTS = [
  ',',
  '{',
  '}',
  '[',
  '"',
  ':',
  '\\u0000',
  '\\ud800',
  '"__proto__":1,',
  '"name":"b",',
  '1e999',
  '\u2028',
  '\ufeff',
  'null',
];

/** The JSON of a valid body, broken at one position. */
const broken = (valid: fc.Arbitrary<object>) =>
  fc
    .tuple(valid, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.constantFrom(...FRAGMENTS))
    .map(([fields, where, lost, fragment]) => {
      const json = JSON.stringify(fields);
      const at = Math.floor(where * json.length);
      return json.slice(0, at) + fragment + json.slice(at + lost);
    });

/** Bodies from valid to hostile. */
export const anyBody = (valid: fc.Arbitrary<object>): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    { weight: 3, arbitrary: valid.map((fields) => JSON.stringify(fields)) },
    { weight: 4, arbitrary: nearly(valid) },
    { weight: 3, arbitrary: broken(valid) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
    { weight: 1, arbitrary: fc.nat(60).map((depth) => `${'[{"a":'.repeat(depth)}0${'}]'.repeat(depth)}`) },
  );
