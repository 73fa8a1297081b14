import { expect } from 'chai';
import fc from 'fast-check';
import { cleanLines } from '#adapters/invoice-pdf/text/clean-text.ts';
import { makeShaper } from '#adapters/invoice-pdf/text/shaper.ts';
import { typefaceFor } from '#adapters/invoice-pdf/text/typefaces.ts';
import { typeset } from '#adapters/invoice-pdf/text/typesetter.ts';
import { wordsOf } from '#adapters/invoice-pdf/text/words.ts';
import { NAMES } from '../../support/builders/document-builders.ts';
import { IS_LONG, runs } from '../../support/extent.ts';

const shaper = makeShaper();

const lines = (text: string, width = Number.POSITIVE_INFINITY) =>
  typeset(shaper, text, { size: 10, weight: 'regular', width });

/** The characters of lines from left to right. */
const seen = (text: string, width?: number): string[] =>
  lines(text, width).map(({ runs }) =>
    runs
      .flatMap(({ glyphs }) => glyphs)
      .map(({ glyph }) => String.fromCodePoint(...glyph.codePoints))
      .join(''),
  );

/** Names in scripts that the long invoice does not have, and signs. */
const OTHERS: readonly string[] = [
  'ওক কাঠের চেয়ার',
  'ਓਕ ਦੀ ਕੁਰਸੀ',
  'ઓકની ખુરશી',
  'ଓକ୍ କାଠର ଚେୟାର',
  'ஓக் நாற்காலி',
  'ఓక్ కుర్చీ',
  'ಓಕ್ ಕುರ್ಚಿ',
  'ഓക്ക് കസേര',
  'ඕක් පුටුව',
  'ຕັ່ງໄມ້ໂອກ',
  'កៅអីឈើអូក',
  'မြန်မာ',
  'ཤིང་གི་རྐུབ་ཀྱག',
  'ގޮނޑި',
  'Կաղնե աթոռ',
  'მუხის სკამი',
  'የኦክ ወንበር',
  'صندلی می‌شود ۱۲۳',
  'کرسی بازوؤں',
  'כִּסֵּא',
  '髙橋﨑 ㈱ ﾊﾝｶｸ 𠮷野家',
  'Basic → Pro ≤ ½ Ⅻ ① ✓ ★ № ™ € ₹ ₽ ₪ ₫ ₴',
];

const CHARACTERS = Array.from({ length: 0x3_0000 }, (_, code) => String.fromCodePoint(code));

/** Those that combine with the one before. */
const MARKS = CHARACTERS.filter((each) => /\p{M}/u.test(each));

const parts = (text: string): string[] => wordsOf(text).map(({ start, end }) => text.slice(start, end));

describe('text from outside', () => {
  it('is split into lines, without controls of direction', () => {
    expect(cleanLines('a\r\nb\n\u202ec\u202c\u2066d\u2069')).to.deep.equal(['a', 'b', 'cd']);
  });

  it('shows replacements for controls, lone surrogates and unassigned characters', () => {
    expect(cleanLines('a\u0000b\ud800c\u{10ffff}')).to.deep.equal(['a\ufffdb\ufffdc\ufffd']);
  });
});

describe('words', () => {
  it('end at spaces, and after hyphens and slashes between letters', () => {
    expect(parts('one well-known and/or 1-2')).to.deep.equal([
      'one',
      ' ',
      'well-',
      'known',
      ' ',
      'and/',
      'or',
      ' ',
      '1-2',
    ]);
  });

  it('are those of the language where there are no spaces, with punctuation beside them', () => {
    expect(parts('「椅子」、木').join('|')).to.equal('「椅子」、|木');
    expect(parts('เก้าอี้ไม้')).to.deep.equal(['เก้าอี้', 'ไม้']);
  });

  it('have every character once, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parts(text).join('')).to.equal(text);
      }),
    );
  });
});

describe('lines of text', () => {
  it('show right-to-left text as it is read, with numbers and Latin from left to right', () => {
    expect(seen('abc אבג 12 דה (ו)')).to.deep.equal(['abc (ו) הד 12 גבא']);
    expect(seen('אבג ABC דה')).to.deep.equal(['הד ABC גבא']);
  });

  it('shape Arabic letters by their neighbours', () => {
    const alone = lines('ب ب ب')[0]?.width ?? 0;
    const joined = lines('ببب')[0]?.width ?? 0;
    expect(joined).to.be.below(alone * 0.7);
  });

  it('fit their width, and have all of the letters', () => {
    for (const name of Object.values(NAMES)) {
      const broken = lines(name, 60);
      expect(broken.length, name).to.be.above(1);
      for (const { width } of broken) expect(width, name).to.be.at.most(60);
    }
    expect(seen('Donaudampfschifffahrtsgesellschaft', 50).join('')).to.equal('Donaudampfschifffahrtsgesellschaft');
  });

  it('have a glyph for each character of each script', () => {
    for (const name of [...Object.values(NAMES), ...OTHERS]) {
      expect(seen(name).join(''), name).not.to.include('\ufffd');
    }
  });

  it('never use the glyph of missing characters, which PDF/A forbids', () => {
    const missing = (text: string) =>
      lines(text).flatMap(({ runs }) => runs.flatMap(({ glyphs }) => glyphs.filter(({ glyph }) => glyph.id === 0)));
    for (let code = 0; code < 0x3_0000; code += 64) {
      const text = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(code + index)).join(' ');
      expect(missing(text), code.toString(16)).to.deep.equal([]);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(missing(text)).to.deep.equal([]);
      }),
    );
  });

  it('have glyphs whatever characters are combined, also where the rules of a font fail', () => {
    expect(seen('e\u0338')).to.deep.equal(['e\u0338']);
    const others = IS_LONG ? CHARACTERS : MARKS;
    for (const base of ['a', 'ก', 'م', 'क']) {
      for (let start = 0; start < others.length; start += 512) {
        const text = others.slice(start, start + 512).map((other) => base + other);
        expect(() => lines(text.join(' ')), `${base} ${start}`).not.to.throw();
      }
    }
    const mark = fc.constantFrom(...MARKS);
    const cluster = fc.tuple(fc.string({ unit: 'binary', maxLength: 1 }), fc.array(mark, { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(cluster, { maxLength: 20 }), (clusters) => {
        lines(clusters.map(([base, marks]) => base + marks.join('')).join(''));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('show emoji, also flags, families and keys', () => {
    expect(seen('a👩‍👩‍👧b 🎉 ❤️ 👍🏽 1️⃣ 🇩🇪').join('')).not.to.include('\ufffd');
    expect(lines('👩‍👩‍👧')[0]?.runs.flatMap(({ glyphs }) => glyphs)).to.have.length(1);
  });

  it('show one replacement for what has no glyph', () => {
    expect(seen('a\u{1f9c4}\u{13000}\u{fe00}b')).to.deep.equal(['a🧄\ufffdb']);
    expect(typefaceFor('\u{13000}', 'regular')).to.equal(null);
  });

  it('limit the marks on one letter', () => {
    const [line] = lines(`a${'\u0316'.repeat(10_000)}`);
    expect(line?.runs.flatMap(({ glyphs }) => glyphs).length).to.be.at.most(16);
  });
});
