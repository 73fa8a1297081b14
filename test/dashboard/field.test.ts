import { expect } from 'chai';
import { type Field, toBody, toPatch, toValues, translateNumbers } from '../../src/dashboard/form/field.ts';
import { linesField } from '../../src/dashboard/form/invoice-line.ts';
import { toPairs } from '../../src/dashboard/form/pairs.ts';
import type { RowColumn } from '../../src/dashboard/form/rows.ts';
import { fromLocalInput, toLocalInput } from '../../src/dashboard/text/format.ts';
import { type Language, language } from '../../src/dashboard/text/language.ts';

describe('times of inputs', () => {
  it('are sent as they are where they are no time, so that the API says what is right', () => {
    expect(fromLocalInput('20260-01-01T00:00')).to.equal('20260-01-01T00:00');
    expect(toLocalInput(fromLocalInput('2026-11-25T10:30'))).to.equal('2026-11-25T10:30');
  });
});

describe('fields of forms', () => {
  afterEach(() => {
    language.value = 'en';
  });

  describe('string maps', () => {
    const fields: readonly Field[] = [{ name: 'metadata', kind: 'map' }];
    const loaded = toValues(fields, { metadata: { channel: 'phone', former: 'yes', kept: 'as: it is' } });
    const patch = (map: Readonly<Record<string, string>>) => toPatch(fields, { metadata: toPairs(map) }, loaded);

    it('are removed by null', () => {
      expect(patch({ channel: 'shop', kept: 'as: it is', '': 'without a name' })).to.deep.equal({
        metadata: { channel: 'shop', former: null },
      });
    });

    it('are all removed from an empty input', () => {
      expect(patch({})).to.deep.equal({ metadata: { channel: null, former: null, kept: null } });
    });

    it('are sent whole with a new resource', () => {
      expect(toBody(fields, loaded)).to.deep.equal({
        metadata: { channel: 'phone', former: 'yes', kept: 'as: it is' },
      });
    });
  });

  describe('lines of an invoice', () => {
    const fields = [linesField()];
    const lines = [
      { description: 'Consulting', quantity: 2, unit_price: 95.125, tax_rate: 19 },
      {
        description: 'Rent, by\tmonth',
        unit_price: 1000,
        tax_category: 'services',
        period: { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' },
      },
    ];

    for (const one of ['en', 'de'] satisfies Language[]) {
      it(`are read back with what has no input, in ${one}`, () => {
        language.value = one;
        expect(toBody(fields, toValues(fields, { lines }))).to.deep.equal({ lines });
      });
    }

    it('are sent whole when one of them differs, and not at all otherwise', () => {
      const loaded = toValues(fields, { lines });
      const values = toValues(fields, { lines: lines.slice(0, 1) });
      expect(toPatch(fields, values, loaded)).to.deep.equal({ lines: lines.slice(0, 1) });
      expect(toPatch(fields, loaded, loaded)).to.deep.equal({});
    });
  });

  describe('rows', () => {
    const bound: RowColumn = { name: 'up_to', kind: 'number', label: 'Up to' };
    const tiers: Field = {
      name: 'tiers',
      kind: 'rows',
      columns: [bound, { name: 'price', kind: 'money', label: 'Price' }],
    };
    const prices: Field = {
      name: 'prices',
      kind: 'rows',
      columns: [
        bound,
        { name: 'unit_amount', kind: 'money', label: 'Unit' },
        { name: 'flat_amount', kind: 'money', label: 'Tier', isOptional: true },
      ],
    };
    const days: Field = { name: 'days', kind: 'rows', columns: [{ name: '', kind: 'number', label: '' }] };
    const words: Field = { name: 'words', kind: 'rows', columns: [{ name: '', kind: 'chips', label: '' }] };

    for (const one of ['en', 'de'] satisfies Language[]) {
      it(`are read back as they were shown, in ${one}`, () => {
        language.value = one;
        const resource = {
          tiers: [
            { up_to: 1.125, price: 4.375 },
            { up_to: 1000, price: 0.005 },
            { up_to: null, price: 1234.5 },
          ],
          prices: [
            { up_to: 1.125, unit_amount: 4.375, flat_amount: 1.005 },
            { up_to: null, unit_amount: 1234.5 },
          ],
          days: [1, 2.5],
          words: [
            ['sofa', 'couch'],
            ['cell phone', 'mobile phone'],
          ],
        };
        const fields = [tiers, prices, days, words];
        expect(toBody(fields, toValues(fields, resource))).to.deep.equal(resource);
      });
    }

    it('send what is no number as it was typed, for the API to refuse it', () => {
      const typed = { tiers: [JSON.stringify({ up_to: '', price: 'much' })] };
      expect(toBody([tiers], typed)).to.deep.equal({ tiers: [{ up_to: null, price: 'much' }] });
    });
  });

  describe('amounts', () => {
    const fields: readonly Field[] = [{ name: 'price', kind: 'money' }];
    const shown = (price: number, currency?: string) => toValues(fields, { price, currency })['price'];

    it('have the decimals of their currency', () => {
      expect(shown(139.9, 'EUR')).to.equal('139.90');
      expect(shown(139, 'EUR')).to.equal('139.00');
      expect(shown(139, 'JPY')).to.equal('139');
      expect(shown(1.5, 'KWD')).to.equal('1.500');
    });

    it('lose nothing where the currency is not known, or has fewer decimals', () => {
      expect(shown(139.9)).to.equal('139.90');
      expect(shown(139)).to.equal('139');
      expect(shown(95.125, 'EUR')).to.equal('95.125');
    });
  });

  describe('numbers', () => {
    const fields: readonly Field[] = [
      { name: 'price', kind: 'decimal' },
      { name: 'days', kind: 'rows', columns: [{ name: '', kind: 'number', label: '' }] },
      linesField(),
      { name: 'name', kind: 'text' },
    ];

    it('keep their meaning when the language changes', () => {
      language.value = 'de';
      const line = { description: 'Rent', quantity: 1, unit_price: 2.125 };
      const values = {
        ...toValues(fields, { lines: [line] }),
        price: '2,125',
        days: [JSON.stringify({ '': '1,5' }), JSON.stringify({ '': 'viel' })],
        name: '1,5',
      };
      language.value = 'en';
      const translated = translateNumbers(fields, values, 'de');
      expect(translated).to.include({ price: '2.125', name: '1,5' });
      expect(toBody(fields, translated)).to.deep.include({ price: 2.125, days: [1.5, 'viel'], lines: [line] });
    });
  });
});
