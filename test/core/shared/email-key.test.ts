import { domainToASCII, domainToUnicode } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { emailKey, hasPlainLocalPart } from '#core/shared/mail.ts';
import { literalLabel } from '../../support/punycode.ts';

/** The code points that an e-mail may contain. */
const characters = function* (): Generator<string> {
  for (let codePoint = 0x21; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (!/[\p{C}\p{Z}]/u.test(character)) yield character;
  }
};

const keyOf = (domain: string): string => emailKey(`ada@${domain}`);

describe('the key of an e-mail', () => {
  it('is that of the domain which resolvers look up, for every character of Unicode', () => {
    const different: string[] = [];
    let count = 0;
    for (const character of characters()) {
      const typed = `a${character}b.example`;
      const ascii = domainToASCII(typed);
      // what a URL ends the host with is no domain
      if (ascii === '' || '#/?\\'.includes(character)) continue;
      count += 1;
      if (keyOf(typed) !== keyOf(ascii)) different.push(typed);
    }
    expect(different).to.deep.equal([]);
    expect(count).to.be.greaterThan(150_000);
  }).timeout(20_000);

  it('is the same for domains of several labels in all ways to write them', () => {
    const label = fc
      .array(fc.constantFrom('ä', 'ß', 'é', 'ⓔ', 'ｘ', 'Σ', 'ς', 'ü', '例', 'え', 'а', 'q', '7', '-', '𝐚', 'Ω', '한'), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => `a${parts.join('')}z`);
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('.', '。', '．', '｡'),
        (labels, dot) => {
          const domain = labels.join(dot);
          const ascii = domainToASCII(domain);
          fc.pre(ascii !== '');
          for (const written of [domain, ascii.toUpperCase(), domainToUnicode(ascii)]) {
            expect(keyOf(written), written).to.equal(keyOf(ascii));
          }
        },
      ),
    );
  });

  it('tells different domains and persons apart', () => {
    const emails = ['ada@example.com', 'ada@examp1e.com', 'ada@exämple.com', 'ádа@example.com', 'a.da@example.com'];
    // a Cyrillic letter is another one
    const cyrillic = ['аda@example.com', 'ada@еxample.com'];
    const keys = [...emails, ...cyrillic, 'ada@strasse.de', 'ada@straße.de', 'ada@ı.com', 'ada@i.com'].map(emailKey);
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('folds case, forms and invisible characters before the domain, too', () => {
    for (const email of [
      'VICTIM@example.com',
      'ⓥictim@Example.com',
      'ｖictim@ⓔxample。com',
      'vi\ufe0fctim@e\ufe0fxample.com',
    ]) {
      expect(emailKey(email), email).to.equal('victim@example.com');
    }
    expect(emailKey('Amélie@x.com')).to.equal(emailKey('Ame\u0301lie@x.com'));
  });

  it('of a key is the key', () => {
    for (const character of characters()) {
      const key = emailKey(`a${character}b@c${character}d.example`);
      if (emailKey(key) !== key) expect.fail(`${character} ${key}`);
    }
  }).timeout(20_000);

  it('of the beginning of an e-mail is the beginning of its key', () => {
    for (const [text, key] of [
      ['Ⓥic', 'vic'],
      ['victim@BÜ', 'victim@bü'],
      ['victim@xn--', 'victim@xn--'],
      ['', ''],
    ] as const) {
      expect(emailKey(text)).to.equal(key);
    }
  });

  it('tells domains apart that resolvers tell apart, for every character of Unicode', () => {
    const joined: string[] = [];
    const known = new Map<string, string>();
    let count = 0;
    for (const character of characters()) {
      const typed = `a${character}b`;
      const literal = literalLabel(typed);
      // what a URL ends the host with is no domain
      const mapped = '#/?\\'.includes(character) ? '' : domainToASCII(typed);
      // where nothing maps the label, mails go to its ASCII form
      for (const ascii of new Set([mapped, literal])) {
        if (ascii === '' || /[A-Z]/.test(ascii)) continue;
        count += 1;
        const key = keyOf(ascii);
        if ((known.get(key) ?? ascii) !== ascii) joined.push(`${typed} ${known.get(key)} ${ascii}`);
        known.set(key, ascii);
      }
    }
    expect(joined).to.deep.equal([]);
    expect(count).to.be.greaterThan(150_000);
  }).timeout(20_000);

  it('keeps final sigmas and joiners of domains, as in their ASCII forms', () => {
    const keys = ['βόλος.com', 'βόλοσ.com', 'نامه\u200cای.com', 'نامهای.com', 'ශ්\u200dරී.com', 'ශ්රී.com'].map(
      (domain) => {
        expect(keyOf(domainToASCII(domain)), domain).to.equal(keyOf(domain));
        return keyOf(domain);
      },
    );
    expect(new Set(keys).size).to.equal(keys.length);
    expect(emailKey('ΝΙΚΟΣ@x.com')).to.equal(emailKey('νικος@x.com'));
  });

  it('is not that of what a label only seems to encode', () => {
    for (const lookAlike of [
      'ⓥictim',
      'Victim',
      'vic\u200btim',
      'vi\u00adctim',
      'ｖictim',
      'victim。duckdns',
      'STRASSE',
      'ẞ',
      'ﬁn',
    ]) {
      const literal = `${literalLabel(lookAlike)}.example`;
      if (literal === `${lookAlike}.example`) continue;
      expect(keyOf(literal), lookAlike).to.equal(`ada@${literal.toLowerCase()}`);
    }
  });

  it('leaves labels that only look encoded as they are', () => {
    const twice = `xn---${literalLabel('ü').slice('xn--'.length)}.com`;
    for (const domain of ['xn--\u00fc.com', 'xn--99999999999999999999.com', 'xn---.com', 'xn--a-.com', twice]) {
      expect(keyOf(domain)).to.equal(`ada@${domain}`);
    }
  });

  it('is the lower case alone of a local part in plain characters, for every character of Unicode', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const character of characters()) {
      const email = `a${character}b@example.com`;
      const isAscii = character <= '~';
      const looksAscii = /^[!-~]+$/.test(emailKey(email).replace('@example.com', ''));
      if (isAscii ? !hasPlainLocalPart(email) : looksAscii && hasPlainLocalPart(email)) wrong.push(character);
      if (hasPlainLocalPart(email)) count += 1;
    }
    expect(wrong).to.deep.equal([]);
    expect(count).to.be.greaterThan(140_000);
  });
});
