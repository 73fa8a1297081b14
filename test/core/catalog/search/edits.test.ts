import { expect } from 'chai';
import fc from 'fast-check';
import { editKeysOf, editsBetween, misspellingOf, misspeltPartKeysOf, partKeysOf } from '#core/catalog/search/edits.ts';

/** The number of insertions, deletions, substitutions and swaps of neighbours between two words. */
const distance = (one: string, other: string): number => {
  const rows = Array.from({ length: one.length + 1 }, (_, index) => [index]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= one.length; i += 1) {
    for (let j = i === 0 ? 0 : 1; j <= other.length; j += 1) {
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const costs = [
        i === 0 ? j : at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
        isSwap && i > 1 && j > 1 ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      (rows[i] as number[])[j] = i === 0 && j === 0 ? 0 : Math.min(...costs);
    }
  }
  return at(one.length, other.length);
};

/** The known words that a misspelt one may mean. */
const alternativesOf = (word: string, known: readonly string[]): string[] =>
  [...new Set(known.filter((each) => misspellingOf(word, each) === 'misspelt'))].sort();

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 });

describe('the alternatives of a word', () => {
  it('are the known words with one letter inserted, deleted, substituted or swapped', () => {
    const known = ['chair', 'chairs', 'hair', 'chain', 'chiar', 'cahir', 'charm', 'chairss', 'rchai'];
    expect(alternativesOf('chair', known)).to.deep.equal(['cahir', 'chain', 'chairs', 'chiar', 'hair']);
  });

  it('are exactly the words at a distance of one', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 20 }), (asked, known) => {
        const expected = known.filter((each) => asked.length > 3 && distance(asked, each) === 1);
        expect(alternativesOf(asked, known)).to.deep.equal([...new Set(expected)].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('have a key of the index in common with the word', () => {
    fc.assert(
      fc.property(word, word, (asked, known) => {
        fc.pre(distance(asked, known) === 1);
        expect(editKeysOf(asked).some((key) => editKeysOf(known).includes(key))).to.equal(true);
      }),
    );
  });

  it('have the same digits, and no more of them than letters', () => {
    const known = ['ab13', 'ab1', 'ab21', 'abc12', 'ac12', 'a12', 'a1b2', 'ba12', '1234'];
    expect(alternativesOf('ab12', known)).to.deep.equal(['abc12', 'ac12', 'ba12']);
    expect(alternativesOf('1234', ['1243', '123', '12345'])).to.deep.equal([]);
    expect(alternativesOf('abc123', ['abd123', 'ab123', 'abc12'])).to.deep.equal(['abd123']);
  });

  it('exist for words of four letters and more, and not for pairs of characters', () => {
    expect(alternativesOf('mug', ['rug', 'mugs'])).to.deep.equal([]);
    expect(alternativesOf('mugs', ['mug', 'mu'])).to.deep.equal(['mug']);
    expect(alternativesOf('ガラ', ['カラ'])).to.deep.equal([]);
  });

  it('are as many edits away as a plain comparison says, up to three', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editsBetween(one, other)).to.equal(Math.min(3, distance(one, other)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('may have two wrong letters from eight letters on, and have a part in common', () => {
    for (const [asked, known] of [
      ['acessoriees', 'accessories'],
      ['vacum cleanerr'.replace(' ', ''), 'vacuumcleaner'],
      ['refrigaretor', 'refrigerator'],
    ] as const) {
      expect(misspellingOf(asked, known), asked).to.equal('twice');
      expect(
        misspeltPartKeysOf(asked).some((key) => partKeysOf(known).includes(key)),
        asked,
      ).to.equal(true);
    }
    expect(misspellingOf('kettels', 'kettle')).to.not.equal('twice');
    expect(misspellingOf('blankteesx1', 'blankets1')).to.not.equal('twice');
    expect(misspellingOf('bccessoriee', 'accessories')).to.not.equal('twice');
  });

  it('have a part in common for any two substitutions, insertions or deletions', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 8, maxLength: 14 });
    const change = fc.record({
      at: fc.nat(13),
      kind: fc.constantFrom('insert', 'delete', 'replace'),
      letter: fc.constantFrom('x', 'y'),
    });
    const changed = (text: string, { at, kind, letter }: { at: number; kind: string; letter: string }): string => {
      const place = at % text.length;
      if (kind === 'insert') return text.slice(0, place) + letter + text.slice(place);
      return text.slice(0, place) + (kind === 'replace' ? letter : '') + text.slice(place + 1);
    };
    fc.assert(
      fc.property(letters, change, change, (known, one, other) => {
        const asked = changed(changed(known, one), other);
        fc.pre(asked[0] === known[0]);
        expect(misspeltPartKeysOf(asked).some((key) => partKeysOf(known).includes(key))).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
