import { expect } from 'chai';
import { type Field, toBody, toPatch, toValues, translateNumbers } from '../../src/dashboard/form/field.ts';
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
    const patch = (...pairs: readonly (readonly [string, string])[]) =>
      toPatch(fields, { metadata: pairs.map((pair) => JSON.stringify(pair)) }, loaded);

    it('are removed by null', () => {
      expect(patch(['channel', 'shop'], ['kept', 'as: it is'], ['', 'without a name'])).to.deep.equal({
        metadata: { channel: 'shop', former: null },
      });
    });

    it('are all removed from an empty input', () => {
      expect(patch()).to.deep.equal({ metadata: { channel: null, former: null, kept: null } });
    });

    it('are sent whole with a new resource', () => {
      expect(toBody(fields, loaded)).to.deep.equal({
        metadata: { channel: 'phone', former: 'yes', kept: 'as: it is' },
      });
    });
  });

  describe('lines of an invoice', () => {
    const fields: readonly Field[] = [{ name: 'lines', kind: 'invoice_lines' }];
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

  it('read groups back as they were shown, one a line', () => {
    const fields: readonly Field[] = [{ name: 'synonyms', kind: 'groups' }];
    const shown = toValues(fields, {
      synonyms: [
        ['sofa', 'couch'],
        ['cell phone', 'mobile phone'],
      ],
    });
    expect(shown).to.deep.equal({ synonyms: 'sofa, couch\ncell phone, mobile phone' });
    expect(toBody(fields, { synonyms: ' sofa,couch,\n\ncell phone, mobile phone ' })).to.deep.equal({
      synonyms: [
        ['sofa', 'couch'],
        ['cell phone', 'mobile phone'],
      ],
    });
  });

  for (const one of ['en', 'de'] satisfies Language[]) {
    it(`read tiers back as they were shown, in ${one}`, () => {
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
      };
      const fields: readonly Field[] = [
        { name: 'tiers', kind: 'tiers' },
        { name: 'prices', kind: 'plan_tiers' },
      ];
      expect(toBody(fields, toValues(fields, resource))).to.deep.equal(resource);
    });
  }

  describe('numbers', () => {
    const fields: readonly Field[] = [
      { name: 'price', kind: 'decimal' },
      { name: 'tiers', kind: 'tiers' },
      { name: 'lines', kind: 'invoice_lines' },
      { name: 'name', kind: 'text' },
    ];

    it('keep their meaning when the language changes', () => {
      language.value = 'de';
      const line = { description: 'Rent', quantity: 1, unit_price: 2.125 };
      const values = {
        ...toValues(fields, { lines: [line] }),
        price: '2,125',
        tiers: '1,5: 9,95\n*: viel',
        name: '1,5',
      };
      language.value = 'en';
      const translated = translateNumbers(fields, values, 'de');
      expect(translated).to.include({ price: '2.125', tiers: '1.5: 9.95\n*: viel', name: '1,5' });
      expect(toBody(fields, translated)).to.deep.include({ price: 2.125, lines: [line] });
    });
  });
});
