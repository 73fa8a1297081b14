import { expect } from 'chai';
import fc from 'fast-check';
import { type JsonError, parseStrictJson, type StrictJson } from '../../../src/adapters/http/request/strict-json.ts';

const parse = (text: string): StrictJson => parseStrictJson(Buffer.from(text));

const parsed = (text: string): unknown => {
  const result = parse(text);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};

const errorOf = (input: string | Uint8Array): JsonError => {
  const result = typeof input === 'string' ? parse(input) : parseStrictJson(input);
  if (result.ok) throw new Error('the text was taken');
  return result.error;
};

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const MEBIBYTE = 1 << 20;

describe('strict JSON', () => {
  describe('bytes', () => {
    it('parses a document like JSON.parse', () => {
      const text =
        ' {"sku": "A\\"1", "price": 19.99, "tags": ["é", "😀", "\\ud83d\\ude00"], "on": true, "off": null, "o": {}} ';
      expect(parsed(text)).to.deep.equal(JSON.parse(text));
    });

    for (const text of ['1', '"a"', 'null', 'true', '[]', '{}', '""', '{"":0}', '[[],{}]', '{"a":"\\\\"}']) {
      it(`accepts ${text}`, () => expect(parsed(text)).to.deep.equal(JSON.parse(text)));
    }

    it('rejects an empty body as empty', () => {
      expect(errorOf('')).to.deep.equal({
        pointer: '',
        code: 'json.empty',
        message: 'it is empty',
      });
      expect(errorOf(' \r\n').code).to.equal('json.empty');
    });

    it('rejects bytes that are not UTF-8', () => {
      for (const bytes of [
        [0x22, 0xff, 0x22],
        [0x22, 0xc3, 0x22],
        [0x22, 0xc0, 0x80, 0x22],
        [0x22, 0xed, 0xa0, 0x80, 0x22],
      ]) {
        expect(errorOf(Uint8Array.from(bytes)).code).to.equal('json.encoding');
      }
    });

    it('rejects a byte order mark', () => {
      expect(errorOf('\ufeff{}')).to.include({ code: 'json.encoding', pointer: '' });
    });

    it('describes syntax errors', () => {
      for (const text of ['{', '[1,]', "{'a':1}", '{"a":1}x', '01', 'NaN', '"\t"', '{"a"}', '\u00a01']) {
        const { code, message } = errorOf(text);
        expect(code, text).to.equal('json.syntax');
        expect(message, text)
          .to.match(/^(unexpected|expected|bad|unterminated|invalid) /)
          .and.not.include('JSON');
      }
    });
  });

  describe('nesting', () => {
    it('accepts 32 levels and rejects the 33rd', () => {
      expect(parsed(nested(32))).to.deep.equal(JSON.parse(nested(32)));
      expect(errorOf(nested(33))).to.include({ code: 'json.depth', pointer: '/0'.repeat(32) });
      expect(errorOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).to.include({ code: 'json.depth' });
    });

    it('counts depth, not containers', () => {
      expect(parsed(`[${'[],'.repeat(100)}[]]`)).to.have.length(101);
    });

    it('does not count brackets inside strings', () => {
      expect(parsed(JSON.stringify(['['.repeat(100)]))).to.deep.equal(['['.repeat(100)]);
    });
  });

  describe('keys', () => {
    it('rejects a duplicate key', () => {
      expect(errorOf('{"sku":1,"price":2,"sku":3}')).to.deep.equal({
        pointer: '/sku',
        code: 'json.duplicate_key',
        message: 'the key "sku" is duplicated',
      });
    });

    it('compares keys after unescaping', () => {
      expect(errorOf('{"a":1,"\\u0061":2}')).to.include({ pointer: '/a', code: 'json.duplicate_key' });
      expect(errorOf('{"\\/":1,"/":2}')).to.include({ pointer: '/~1', code: 'json.duplicate_key' });
    });

    it('accepts the same key in different objects, and as a value', () => {
      const text = '{"a":{"a":"a"},"b":[{"a":1},{"a":2}],"c":"a"}';
      expect(parsed(text)).to.deep.equal(JSON.parse(text));
    });

    it('rejects __proto__ anywhere in any spelling', () => {
      expect(errorOf('[{"a":{"__proto__":{}}}]')).to.include({ pointer: '/0/a/__proto__', code: 'json.forbidden_key' });
      expect(errorOf('{"\\u005f_proto__":1}').code).to.equal('json.forbidden_key');
      expect(parsed('{"a":"__proto__","constructor":1}')).to.deep.equal({ a: '__proto__', constructor: 1 });
    });

    it('points to the position by RFC 6901', () => {
      expect(errorOf('{"a/b":[0,{"m~n":{"x":1,"x":2}}]}').pointer).to.equal('/a~1b/1/m~0n/x');
      expect(errorOf('{"":[],"b":{"":1e999}}').pointer).to.equal('/b/');
    });

    it('truncates a long key in messages', () => {
      const key = 'k'.repeat(10_000);
      expect(errorOf(`{"${key}":1,"${key}":2}`).message).to.have.length.below(100);
    });
  });

  describe('characters', () => {
    it('rejects U+0000 in keys and strings', () => {
      expect(errorOf('["ok","a\\u0000b"]')).to.include({ pointer: '/1', code: 'json.nul' });
      expect(errorOf('{"a\\u0000":1}')).to.include({ pointer: '/a\u0000', code: 'json.nul' });
      expect(parsed('"\\\\u0000"')).to.equal('\\u0000');
    });

    it('rejects lone surrogates in keys and strings', () => {
      for (const half of ['\\ud800', '\\udc00', '\\udc00\\ud800', '\\ud800\\ud800', '\\ud83dx\\ude00', '\\uD800']) {
        expect(errorOf(`{"a":["${half}"]}`), half).to.include({ pointer: '/a/0', code: 'json.surrogate' });
        expect(errorOf(`{"${half}":1}`), half).to.include({ code: 'json.surrogate' });
      }
      expect(errorOf('{"\\ud800":1}').pointer.isWellFormed()).to.equal(true);
    });
  });

  describe('numbers', () => {
    const exact = [
      '0',
      '-0',
      '0.0',
      '19.99',
      '1e2',
      '1E+2',
      '1.50',
      '0.1',
      '100000000000.00',
      '9007199254740992',
      '1e21',
    ];
    const tiny = ['0e-999999999', '0e999999999', '-0.0e5', '5e-324', '1.7976931348623157e308', '0.30000000000000004'];
    for (const literal of [
      ...exact,
      ...tiny,
      '100e-2',
      '0.00100',
      '123456789012345680000',
      '10000000000000000000000',
    ]) {
      it(`accepts ${literal}`, () => expect(parsed(`[${literal}]`)).to.deep.equal([Number(literal)]));
    }

    const changed = [
      '19.990000000000000001',
      '1e400',
      '-1e400',
      '9007199254740993',
      '1e-999999999',
      '1e999999999',
      '4.9e-324',
    ];
    for (const literal of [
      ...changed,
      '0.1000000000000000055511151231257827',
      '12345678901234567890',
      '0.000001e400',
    ]) {
      it(`rejects ${literal}`, () => {
        expect(errorOf(`{"price":${literal}}`)).to.deep.equal({
          pointer: '/price',
          code: 'json.number',
          message: `the number ${literal} cannot be represented exactly as a 64-bit float`,
        });
      });
    }

    it('accepts a decimal exactly when its double prints the same value', () => {
      const decimals = fc.record({
        digits: fc.stringMatching(/^\d{1,22}$/),
        point: fc.nat(22),
        exponent: fc.integer({ min: -30, max: 30 }),
      });
      fc.assert(
        fc.property(decimals, ({ digits, point, exponent }) => {
          const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
          const fraction = digits.slice(point);
          const literal = `${whole}${fraction && `.${fraction}`}${exponent === 0 ? '' : `e${exponent}`}`;
          expect(parse(literal).ok, literal).to.equal(scaled(literal) === scaled(String(Number(literal))));
        }),
        { numRuns: 1000 },
      );
    });
  });

  describe('any input', () => {
    it('returns every clean value unchanged', () => {
      fc.assert(
        fc.property(cleanJson(), (value) => {
          const text = JSON.stringify(value, null, 1);
          expect(parsed(text)).to.deep.equal(JSON.parse(text));
        }),
        { numRuns: 500 },
      );
    });

    it('accepts a document exactly when all its texts are clean', () => {
      const stringUnit = fc.constantFrom('a', '"', '\\', '/', '~', '{', '\n', 'é', '\u0000', '\ud800', '\udc00');
      const values = fc.jsonValue({ maxDepth: 5, stringUnit });
      fc.assert(
        fc.property(values, fc.boolean(), (value, isEscaped) => {
          const text = isEscaped ? escapeAll(JSON.stringify(value)) : JSON.stringify(value);
          const result = parse(text);
          expect(result.ok).to.equal(textsOf(value).every((part) => part.isWellFormed() && !part.includes('\u0000')));
          if (result.ok) expect(result.value).to.deep.equal(JSON.parse(text));
        }),
        { numRuns: 1000 },
      );
    });

    it('finds a duplicate at any depth', () => {
      fc.assert(
        fc.property(cleanJson(), fc.array(fc.nat(3), { maxLength: 25 }), fc.string(), (value, steps, key) => {
          fc.pre(key !== '__proto__');
          const name = JSON.stringify(key);
          const inner = `{${name}:${JSON.stringify(value)},"other${key.length}${key.length}":1,${escapeAll(name)}:2}`;
          const text = steps.reduce(
            (json, step) => (step === 0 ? `{"k":${json}}` : `[${'0,'.repeat(step)}${json}]`),
            inner,
          );
          const path = steps
            .toReversed()
            .map((step) => (step === 0 ? '/k' : `/${step}`))
            .join('');
          const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          expect(errorOf(text)).to.include({ code: 'json.duplicate_key', pointer });
        }),
      );
    });

    it('never throws, and accepts nothing that JSON.parse rejects', () => {
      const soup = fc
        .string({ unit: fc.constantFrom(...'{}[]",:\\u0123456789-+.eEtrunflas ') })
        .map((text) => Buffer.from(text));
      fc.assert(
        fc.property(fc.oneof(fc.uint8Array(), soup), (bytes) => {
          const result = parseStrictJson(bytes);
          if (result.ok) expect(result.value).to.deep.equal(JSON.parse(Buffer.from(bytes).toString()));
        }),
        { numRuns: 3000 },
      );
    });

    const hostile: Record<string, string> = {
      'open brackets': '['.repeat(MEBIBYTE),
      'closed brackets': nested(MEBIBYTE / 2),
      'nested objects': `${'{"a":'.repeat(MEBIBYTE / 8)}1${'}'.repeat(MEBIBYTE / 8)}`,
      backslashes: `"${'\\'.repeat(MEBIBYTE)}"`,
      'escaped quotes': `"${'\\"'.repeat(MEBIBYTE / 2)}"`,
      digits: '1'.repeat(MEBIBYTE),
      'zeros inside a number': `1${'0'.repeat(MEBIBYTE)}1`,
      'digits of an exponent': `1e-${'9'.repeat(MEBIBYTE)}`,
      keys: `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`,
      spaces: ' '.repeat(MEBIBYTE),
    };
    for (const [name, text] of Object.entries(hostile)) {
      it(`parses 1 MiB of ${name} quickly`, () => {
        const start = performance.now();
        parse(text);
        expect(performance.now() - start).to.be.below(1000);
      });
    }
  });
});

/** A decimal as a multiple of 10^-400, exact for every literal of the tests. */
const scaled = (literal: string): bigint => {
  const [mantissa = '', exponent = '0'] = literal.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(400 + Number(exponent) - fraction.length);
};

const cleanJson = () =>
  fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }).filter((value) => textsOf(value).every(isClean));

const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000') && text !== '__proto__';

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [...(Array.isArray(value) ? [] : [key]), ...textsOf(member)]);
};

/** The same JSON with every letter of its strings escaped. */
const escapeAll = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (literal) => {
    const text: string = JSON.parse(literal);
    return `"${text
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')}"`;
  });
