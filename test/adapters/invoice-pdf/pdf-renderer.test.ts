import { expect } from 'chai';
import fc from 'fast-check';
import { drawDocument } from '#adapters/invoice-pdf/draw-document.ts';
import { makePdfRenderer, type PdfRenderer } from '#adapters/invoice-pdf/pdf-renderer.ts';
import { aLongInvoice, anInvoice, aPrintedLine, BUYER, NAMES } from '../../support/builders/document-builders.ts';
import { pagesOf } from '../../support/documents/read-pdf.ts';
import { runs } from '../../support/extent.ts';
import { watchTurns } from '../../support/longest-turn.ts';

/** Texts that a careless renderer fails on, or lets into other cells. */
const HOSTILE: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: ' \u00a0\u2003\t ',
  NUL: 'a\u0000b',
  controls: '\u0001\u001b[31m\u007f\u0085\u009f',
  'lone surrogates': '\ud800a\udfff',
  'a long word': 'x'.repeat(10_000),
  'a long text': 'Oak chair '.repeat(1_000),
  'a long Japanese text': '椅'.repeat(10_000),
  'a long Arabic text': 'كرسي '.repeat(2_000),
  emoji: '👩‍👩‍👧🇩🇪❤️'.repeat(500),
  marks: `a${'\u0301\u0316'.repeat(5_000)}`,
  markup: '<&>]]>"\'</rdf:RDF>',
  'PDF syntax': ') Tj (\\ endstream endobj >> <<',
  'direction overrides': '\u202e1234\u202c \u2067abc',
  'brackets of both directions': `א${'[('.repeat(3_000)}`,
  'line breaks': '\n\r\n\u2028'.repeat(1_000),
  noncharacters: '\ufffe\uffff\u{1ffff}',
};

describe('the renderer of PDFs', () => {
  let renderer: PdfRenderer;

  before(() => {
    renderer = makePdfRenderer();
  });

  after(() => renderer.close());

  it('makes the same bytes of the same document, whatever it made before', async () => {
    const document = aLongInvoice(30);
    const first = await renderer.render(document);
    await renderer.render(aLongInvoice(50, Object.values(NAMES).toReversed()));
    await renderer.render(anInvoice({ language: 'de' }));
    const again = await renderer.render(document);
    expect(Buffer.from(again).equals(first)).to.equal(true);
    expect(Buffer.from(await drawDocument(document)).equals(first)).to.equal(true);
  });

  for (const [name, text] of Object.entries(HOSTILE)) {
    it(`shows a hostile text: ${name}`, async () => {
      const file = await renderer.render(
        anInvoice({
          number: text.slice(0, 100),
          footer: text,
          buyer: { ...BUYER, name: text.slice(0, 200), email: text.slice(0, 50), taxId: text.slice(0, 50) },
          lines: [aPrintedLine({ description: text }), aPrintedLine({ description: 'The last line' })],
        }),
      );
      const pages = await pagesOf(file);
      expect(pages.join('\n')).to.include('The last line 2 50.00 19 % 100.00');
      expect(pages.at(-1)).to.include(`Page ${pages.length} of ${pages.length}`);
    });
  }

  it('shows any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const pages = await pagesOf(await renderer.render(anInvoice({ lines: [aPrintedLine({ description: text })] })));
        expect(pages.join('\n')).to.include('Amount due 119.00 EUR');
      }),
      { numRuns: runs(50) },
    );
  });

  it('leaves the event loop free meanwhile', async () => {
    const document = aLongInvoice(500);
    await renderer.render(document);
    const longestTurn = watchTurns();
    await renderer.render(document);
    expect(longestTurn()).to.be.below(50);
  });
});
