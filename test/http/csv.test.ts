import { expect } from 'chai';
import fc from 'fast-check';
import { csvLine } from '#adapters/http/pipeline/csv.ts';

/** The cells of a table's only line, read as RFC 4180 has it. */
const cellsOf = (line: string): string[] => {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
};

describe('a line of a table', () => {
  it('has commas between its cells, and ends as RFC 4180 has it', () => {
    expect(csvLine(['id', 'number', 'status'])).to.equal('id,number,status\r\n');
    expect(csvLine(['id'])).to.equal('id\r\n');
  });

  it('quotes what would be taken for the table’s own, and nothing else', () => {
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

  it('writes numbers as they are, negative ones too', () => {
    expect(csvLine([59.97, 0, -1.5, 999_999_999_999.99, 1001])).to.equal('59.97,0,-1.5,999999999999.99,1001\r\n');
  });

  it('has an empty cell for nothing', () => {
    expect(csvLine([null, '', 'a', null])).to.equal(',,a,\r\n');
  });

  for (const begun of ['=', '+', '-', '@', '\t', '\r', '\n']) {
    it(`keeps a text that begins with ${JSON.stringify(begun)} from being reckoned`, () => {
      const [cell] = cellsOf(csvLine([`${begun}A1+1`]));
      expect(cell).to.equal(`'${begun}A1+1`);
    });
  }

  it('keeps a formula from being reckoned where it has to be quoted too', () => {
    expect(csvLine(['=HYPERLINK("http://example.com","here")'])).to.equal(
      `"'=HYPERLINK(""http://example.com"",""here"")"\r\n`,
    );
  });

  it('leaves phone numbers alone, in which nothing can be called', () => {
    expect(csvLine(['+351 (912) 345-678', '+1/2.3'])).to.equal('+351 (912) 345-678,+1/2.3\r\n');
    expect(cellsOf(csvLine(['+A1', '+1*2', '+351 912\n+1']))).to.deep.equal(["'+A1", "'+1*2", "'+351 912\n+1"]);
  });

  it('leaves alone what only holds such a character', () => {
    expect(csvLine(['zoe+shop@example.com', '1-2', 'a=b'])).to.equal('zoe+shop@example.com,1-2,a=b\r\n');
  });

  it('is read as it was written, whatever the texts are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', "'", '=', 'ë') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const expected = texts.map((given) => (/^[=\r\n]/.test(given) ? `'${given}` : given));
        expect(cellsOf(csvLine(texts))).to.deep.equal(expected);
      }),
    );
  });
});
