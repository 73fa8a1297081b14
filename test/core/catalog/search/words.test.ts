import { expect } from 'chai';
import fc from 'fast-check';
import { codeOf, queryPhrasesOf, wordsOf } from '#core/catalog/search/words.ts';
import { fold } from '#core/shared/fold.ts';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  'Linen shirt, size M/L': ['linen', 'shirt', 'size', 'm', 'ml', 'l'],
  'Crème Brûlée': ['creme', 'brulee'],
  'Cre\u0300me Bru\u0302le\u0301e': ['creme', 'brulee'],
  'Straße ŁÓDŹ smørrebrød Ærø Þór': ['strasse', 'lodz', 'smorrebrod', 'aero', 'thor'],
  'İstanbul ISPARTA ısı': ['istanbul', 'isparta', 'isi'],
  'ΆΝΔΡΑΣ άνδρας': ['ανδρασ', 'ανδρασ'],
  'Ёлка й': ['елка', 'и'],
  كُرْسِيّ: ['كرسي'],
  שָׁלוֹם: ['שלום'],
  कुर्सी: ['कुर्सी'],
  '한국어 의자': ['한국어', '의자'],
  ガラス: ['ガラ', 'ラス', 'ス'],
  ｶﾞﾗｽ: ['ガラ', 'ラス', 'ス'],
  ノート: ['ノー', 'ート', 'ト'],
  'ノート・ペン': ['ノー', 'ート', 'ト', 'ペン', 'ン'],
  iPhoneケース15: ['iphone', 'ケー', 'ース', 'ス', '15'],
  ไม้: ['ไม', 'ม้', '้'],
  𠮷野家: ['𠮷野', '野家', '家'],
  'Men’s and kids\' "boots"': ['men', 'and', 'kids', 'boots'],
  '１２ ½ ²': ['12', '1', '12', '2', '2'],
  'Wi-Fi router': ['wi', 'wifi', 'fi', 'router'],
  'AC/DC': ['ac', 'acdc', 'dc'],
  'T Shirt, e bike': ['t', 'tshirt', 'shirt', 'e', 'ebike', 'bike'],
  iPhone15: ['iphone15', 'iphone', '15'],
  'iPhone 15 case': ['iphone', '15', 'case'],
  '100 ml': ['100', 'ml'],
  'M8 x 20': ['m8', 'm', '8', 'm8x20', 'x', '20'],
  '1,5 l': ['1.5', 'l'],
  '1.5l': ['1.5l', '1.5', 'l'],
  '12 boxes 10 20': ['12', 'boxes', '10', '20'],
  '🎁 — !': [],
  '\u0301 ﾞ': [],
};

describe('the words of a text', () => {
  for (const [text, words] of Object.entries(WORDS)) {
    it(`are ${words.join(', ') || 'none'} for ${text}`, () =>
      expect(wordsOf(text).map(({ word }) => word)).to.deep.equal(words));
  }

  it('are the same in a query, but for the end of a run without spaces', () => {
    expect(queryPhrasesOf('Linen ガラス 本')).to.deep.equal([['linen'], ['ガラ', 'ラス'], ['本']]);
  });

  it('are phrases in a query where signs separate them', () => {
    expect(queryPhrasesOf('wi-fi T-Shirt, red/blue ガ-a')).to.deep.equal([
      ...[['wi', 'fi'], ['t', 'shirt'], ['red'], ['blue'], ['ガ'], ['a']],
    ]);
  });

  it('are cut at forty characters, in texts and queries alike', () => {
    expect(wordsOf('x'.repeat(99))).to.deep.equal([{ word: 'x'.repeat(40), at: 0 }]);
    expect(queryPhrasesOf('x'.repeat(99))).to.deep.equal([['x'.repeat(40)]]);
    expect(wordsOf('𝒜'.repeat(99))).to.deep.equal([{ word: 'a'.repeat(40), at: 0 }]);
  });

  it('join into a code without separators', () => {
    expect(codeOf('SHIRT-Linen_M/2')).to.equal('shirtlinenm2');
    expect(codeOf('--')).to.equal('');
  });

  it('have letters, digits and marks only, folded once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const word of [...wordsOf(text).map((each) => each.word), ...queryPhrasesOf(text).flat()]) {
          expect(word).to.match(/^[\p{L}\p{N}\p{M}.]{1,40}$/u);
        }
        expect(fold(fold(text))).to.equal(fold(text));
        expect(fold(text.normalize('NFD'))).to.equal(fold(text));
      }),
    );
  });
});
