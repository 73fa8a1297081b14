import { expect } from 'chai';
import fc from 'fast-check';
import { csvLine } from '#adapters/http/request/csv.ts';

/** The cells of a one-line table, parsed by RFC 4180. */
const cellsOf = (line: string): string[] => {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
};

describe('a CSV line', () => {
  it('separates cells by commas and ends by RFC 4180', () => {
    expect(csvLine(['id', 'number', 'status'])).to.equal('id,number,status\r\n');
    expect(csvLine(['id'])).to.equal('id\r\n');
  });

  it('quotes only what must be quoted', () => {
    for (const [text, cell] of [
      ['a,b', '"a,b"'],
      ['say "hi"', '"say ""hi"""'],
      ['"', '""""'],
      ['a\nb', '"a\nb"'],
      ['a\r\nb', '"a\r\nb"'],
      ['a b; c × d', 'a b; c × d'],
      ["O'Hara", "O'Hara"],
    ] as const) {
      expect(csvLine([text])).to.equal(`${cell}\r\n`);
    }
  });

  it('keeps numbers, negative ones too', () => {
    expect(csvLine([59.97, 0, -1.5, 999_999_999_999.99, 1001])).to.equal('59.97,0,-1.5,999999999999.99,1001\r\n');
  });

  it('has an empty cell for null', () => {
    expect(csvLine([null, '', 'a', null])).to.equal(',,a,\r\n');
  });

  for (const begun of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']) {
    it(`neutralizes a formula that begins with ${JSON.stringify(begun)}`, () => {
      const [cell] = cellsOf(csvLine([`${begun}A1+1`]));
      expect(cell).to.equal(`'${begun}A1+1`);
    });
  }

  it('neutralizes a quoted formula', () => {
    expect(csvLine(['=HYPERLINK("http://example.com","here")'])).to.equal(
      `"'=HYPERLINK(""http://example.com"",""here"")"\r\n`,
    );
  });

  it('keeps phone numbers, which are no formulas', () => {
    expect(csvLine(['+351 (912) 345-678', '+1/2.3'])).to.equal('+351 (912) 345-678,+1/2.3\r\n');
    expect(cellsOf(csvLine(['+A1', '+1*2', '+351 912\n+1']))).to.deep.equal(["'+A1", "'+1*2", "'+351 912\n+1"]);
  });

  it('keeps such characters inside a text', () => {
    expect(csvLine(['zoe+shop@example.com', '1-2', 'a=b'])).to.equal('zoe+shop@example.com,1-2,a=b\r\n');
  });

  it('round-trips any texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\t', ' ', "'", '=', '＝', 'ë') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const expected = texts.map((text) => (/^[=＝\r\n\t]/.test(text) ? `'${text}` : text));
        expect(cellsOf(csvLine(texts))).to.deep.equal(expected);
      }),
    );
  });
});
