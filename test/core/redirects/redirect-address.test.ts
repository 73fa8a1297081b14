import { expect } from 'chai';
import {
  pathKeyOf,
  redirectPath,
  redirectTarget,
  requestedKeyOf,
  targetKeyOf,
} from '#core/redirects/redirect-address.ts';

/** The value, or the code of the error. */
const outcome = (value: string | Readonly<{ code: string }>): string =>
  typeof value === 'string' ? value : value.code;

const LONGEST = `/${'a'.repeat(1_999)}`;

describe('redirectPath', () => {
  for (const [text, expected] of [
    ['/old-page', '/old-page'],
    [' /Old Page/ ', '/Old Page/'],
    ['/', '/'],
    ['/?p=123', '/?p=123'],
    ['/café', '/café'],
    ['https://Old.example/a/b?c=d', '/a/b?c=d'],
    ['HTTP://old.example:8080', '/'],
    ['https://old.example?p=1', '/?p=1'],
    ['https://müller.example/über', '/über'],
    [LONGEST, LONGEST],
  ] as const) {
    it(`takes ${text.slice(0, 40)}`, () => expect(redirectPath(text)).to.equal(expected));
  }

  for (const [text, code] of [
    ['', 'string.pattern.base'],
    ['old-page', 'string.pattern.base'],
    ['//old.example/page', 'string.pattern.base'],
    ['ftp://old.example/page', 'string.pattern.base'],
    ['https:///page', 'string.pattern.base'],
    ['/page#part', 'string.pattern.base'],
    ['/pa\tge', 'string.pattern.base'],
    ['/pa\\ge', 'string.pattern.base'],
    ['/pa\ud800ge', 'string.pattern.base'],
    [`${LONGEST}a`, 'string.max'],
    // 667 characters, each of three when it is encoded
    [`/${'%'.repeat(667)}`, 'string.max'],
  ] as const) {
    it(`refuses ${JSON.stringify(text).slice(0, 40)}`, () => {
      expect(redirectPath(text)).to.deep.include({ path: ['path'], code });
    });
  }
});

describe('redirectTarget', () => {
  for (const [text, expected] of [
    ['/new-page', '/new-page'],
    [' /new page?a=b&c=d#part ', '/new%20page?a=b&c=d#part'],
    ['/café/caf%C3%A9/100%', '/caf%C3%A9/caf%C3%A9/100%25'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['https://shop.example', 'https://shop.example'],
    ['http://shop.example:8080/a?b#c', 'http://shop.example:8080/a?b#c'],
    [LONGEST, LONGEST],
  ] as const) {
    it(`takes ${text.slice(0, 40)}`, () => expect(redirectTarget(text)).to.equal(expected));
  }

  for (const text of [
    'new-page',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u2028/evil.example',
    'javascript:alert(1)',
    'JavaScript://shop.example/%0aalert(1)',
    'data:text/html,x',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https://shop.example@evil.example/',
    'https://shop.example:80@evil.example/',
    'https://evil.example\\@shop.example/',
    'https://shop.example:port/',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(redirectTarget(text)).to.deep.include({ path: ['target'], code: 'string.pattern.base' });
    });
  }

  it('refuses what is too long when it is encoded', () => {
    expect(outcome(redirectTarget(`/${'é'.repeat(333)}`))).to.match(/^\/(%C3%A9){333}$/);
    expect(outcome(redirectTarget(`/${'é'.repeat(334)}`))).to.equal('string.max');
  });

  it('never leads to another host than the one that it shows', () => {
    for (const text of [
      '/a/../b',
      '/./b',
      '/@evil.example',
      '/:@evil.example',
      '/;//evil.example',
      '/a//evil.example',
    ]) {
      expect(new URL(outcome(redirectTarget(text)), 'https://shop.example').host, text).to.equal('shop.example');
    }
  });

  it('is what it was when it is written again', () => {
    for (const text of ['/a b%', '/é?ü#ß', 'https://müller.example/ü']) {
      const target = outcome(redirectTarget(text));
      expect(target).to.match(/^[!-~]+$/);
      expect(redirectTarget(target)).to.equal(target);
    }
  });
});

describe('pathKeyOf', () => {
  for (const [one, other] of [
    ['/Old-Page', '/old-page'],
    ['/old-page///', '/old-page'],
    ['/old/?a=b', '/old?a=b'],
    ['/old?', '/old'],
    ['/caf%C3%A9', '/café'],
    ['/CAF%c3%89', '/café'],
    ['/cafe%CC%81', '/café'],
    ['/old%20page%2Dnew%7E', '/old page-new~'],
    ['/caf%E9', '/caf%e9'],
    ['/100%', '/100%25'],
    ['/salt%26pepper', '/salt&pepper'],
  ] as const) {
    it(`is the same for ${one} and ${other}`, () => expect(pathKeyOf(one)).to.equal(pathKeyOf(other)));
  }

  for (const [one, other] of [
    ['/', '/?p=1'],
    ['/old?a=b', '/old?a=c'],
    ['/a%2Fb', '/a/b'],
    ['/a%3Fb', '/a?b'],
    ['/a%23b', '/a'],
    ['/a%2541', '/a%41'],
    ['/?a=%26b=c', '/?a=&b=c'],
    ['/?a=b%2Bc', '/?a=b+c'],
    ['/caf%E9', '/café'],
    ['/a%00', '/a'],
  ] as const) {
    it(`differs for ${one} and ${other}`, () => expect(pathKeyOf(one)).not.to.equal(pathKeyOf(other)));
  }

  it('is its own key, and short enough for an index', () => {
    for (const path of ['/İ?é=%ff', '/%E0%A4%A', '/%ED%A0%80', '/%C0%80/%F4%90%80%80', `/${'ΐ'.repeat(333)}`]) {
      const key = pathKeyOf(path);
      expect(pathKeyOf(key)).to.equal(key);
      expect(Buffer.byteLength(key)).to.be.at.most(2_600);
    }
  });

  it('takes a time in proportion to the length', () => {
    for (const unit of ['/', '%', '%E9', '%C3', '?', '#', 'é', 'http://', '@', ':1']) {
      const text = unit.repeat(100_000);
      const start = performance.now();
      redirectPath(text);
      redirectPath(`http://a${text}`);
      redirectTarget(text);
      redirectTarget(`http://a${text}`);
      pathKeyOf(text);
      targetKeyOf(`/${text}`);
      expect(performance.now() - start, unit).to.be.below(2_000);
    }
  });
});

describe('targetKeyOf', () => {
  it('is that of the path on the same site, without the fragment', () => {
    expect(targetKeyOf('/New/#part')).to.equal(pathKeyOf('/new'));
    expect(targetKeyOf('https://shop.example/new')).to.equal(null);
  });
});

describe('requestedKeyOf', () => {
  it('is that of a path or a URL, and none for what no redirect can have', () => {
    expect(requestedKeyOf('/New/')).to.equal('/new');
    expect(requestedKeyOf('https://old.example/New/')).to.equal('/new');
    for (const text of ['new', '//new', '/new#part', '/ne\\w', `/${'a'.repeat(2_000)}`])
      expect(requestedKeyOf(text), text).to.equal(undefined);
  });
});
