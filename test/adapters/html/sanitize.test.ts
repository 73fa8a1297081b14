import { expect } from 'chai';
import fc from 'fast-check';
import { sanitize } from '#adapters/html/sanitize.ts';
import { MAX_DESCRIPTION_HTML } from '#core/catalog/safe-html.ts';
import { ATTACKS } from '../../support/attacks.ts';

const sanitized = async (html: string) => {
  const result = await sanitize(html);
  if (typeof result === 'string') throw new Error(`${result}: ${html.slice(0, 50)}`);
  return result;
};

const htmlOf = async (html: string): Promise<string> => (await sanitized(html)).html;

const filled = (part: string): string => part.repeat(Math.floor(MAX_DESCRIPTION_HTML / part.length));

/** Pieces that parsers of HTML treat differently. */
const PIECES = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '\n',
    '&',
    '&amp;',
    '&lt;',
    '&#106;',
    'x',
    '\u00a0',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<a href="',
    '<a href=',
    'javascript:',
    'java<!-- -->script:',
    'https://a.example',
    '<img src=',
    '//a.example',
    ' onerror=f()',
  ],
  ...[
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<ul>',
    '<li>',
    '</ul>',
    '<table>',
    '<td>',
    '</table>',
    '<br>',
    '</br>',
  ],
  ...[
    '<svg>',
    '<math>',
    '<style>',
    '</style>',
    '<script>',
    '</script>',
    '<noscript>',
    '</noscript>',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<iframe>',
    '</iframe>',
    '<xmp>',
    '</xmp>',
    '<title>',
    '</title>',
    '<template>',
    '<plaintext>',
    '<select>',
    '<option>',
    '<form>',
  ],
];

describe('sanitizing HTML', () => {
  it('keeps what a description needs', async () => {
    for (const html of [
      '<h2>Linen</h2><p>Woven in <strong>Portugal</strong>, <em>by</em> hand.<br />Since 1920.</p>',
      '<ul><li>one</li><li>two<ol start="3"><li>three</li></ol></li></ul>',
      '<table><caption>Sizes</caption><tbody><tr><th scope="row">M</th><td colspan="2">50 cm</td></tr></tbody></table>',
      '<figure><img src="https://a.example/b.jpg" alt="A &quot;b&quot;" width="10" height="20" /></figure>',
      '<a href="https://a.example/?b=1&amp;c=2" rel="noopener">a</a><a href="/b#c" rel="noopener">b</a>',
      '<a href="mailto:a@b.example" rel="noopener">c</a><a href="tel:+49301234" rel="noopener">d</a>',
      '5 &lt; 6 &amp;&amp; 7 &gt; 6, &amp;lt;b&amp;gt;',
    ])
      expect(await htmlOf(html)).to.equal(html);
  });

  it('removes what is only for looks without a word', async () => {
    const html =
      '<div class="a" style="color:red" id="b" data-c="d"><font size="7"><span onclick="f()">a</span></font></div>';
    expect(await sanitized(html)).to.deep.include({ html: '<div><span>a</span></div>', removed: [] });
  });

  it('names what a reader will miss', async () => {
    const html =
      'a<style>b{}</style><script>c</script><iframe src="https://d.example">d</iframe><img src="e.gif"><script></script>f';
    expect(await sanitized(html)).to.deep.include({ html: 'af', removed: ['style', 'script', 'iframe', 'img'] });
  });

  it('loads images over https, and uploaded ones from where they are', async () => {
    const uploaded = `http://localhost:3000/images/${'0a'.repeat(32)}.png`;
    expect(await htmlOf('<img src="http://a.example/b.png">')).to.equal('<img src="https://a.example/b.png" />');
    expect(await htmlOf('<img src="//a.example/b.png">')).to.equal('<img src="https://a.example/b.png" />');
    expect(await htmlOf(`<img src="${uploaded}">`)).to.equal(`<img src="${uploaded}" />`);
  });

  it('makes text of it, a line for each block', async () => {
    const html =
      '<h2>Linen&nbsp;shirt</h2><p>Woven   in\nPortugal,<br>by hand.</p><ul><li>one</li><li>two &amp; three</li></ul><table><tr><td>M</td><td>50&nbsp;cm</td></tr><tr><td>L</td><td>52&nbsp;cm</td></tr></table>';
    const list = ['• one', '• two & three'];
    const lines = ['Linen shirt', '', 'Woven in Portugal,', 'by hand.', '', ...list, '', 'M 50 cm', 'L 52 cm'];
    expect((await sanitized(html)).text).to.equal(lines.join('\n'));
  });

  it('leaves nothing that a browser would run', async () => {
    for (const attack of ATTACKS) {
      const html = await htmlOf(attack);
      // in the result, only tags begin with this mark
      for (const [tag] of html.matchAll(/<[^>]*>?/g))
        expect(tag, attack).to.match(
          /^<\/?[a-z][a-z0-9]*(?: (?:href|rel|src|alt|title|width|height|dir|lang)(?:="[^"<>]*")?)*(?: \/)?>$/,
        );
      expect(html, attack).not.to.match(/(?:href|src)="\s*(?:javascript|data|vbscript)/i);
    }
  });

  it('changes nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), async (pieces) => {
        const { html, text } = await sanitized(pieces.join(''));
        expect(await sanitized(html)).to.deep.equal({ html, text, removed: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what would take long', async () => {
    const long = [
      '<',
      '&',
      '&amp;',
      '<b>',
      '<x>',
      '</p>',
      '<br>',
      '<b a="',
      '<!--',
      '<iframe></iframe>',
      '<noscript></noscript>',
      '<p> \n',
    ];
    const nested = `${'<b>'.repeat(99)}${'</b>'.repeat(99)}`;
    for (const part of [...long, nested]) {
      const before = process.cpuUsage();
      await sanitize(filled(part));
      // at most some 80 milliseconds in several turns, before the code is compiled
      expect(process.cpuUsage(before).user / 1_000, part.slice(0, 20)).to.be.below(400);
    }
    expect(await sanitize(filled('<b>'))).to.equal('too_complex');
    expect(await sanitize(filled('<br>'))).to.equal('too_complex');
    expect(await sanitize(filled('>'))).to.equal('too_long');
    expect(await sanitized(filled('word '))).to.deep.include({ removed: [] });
  });
});
