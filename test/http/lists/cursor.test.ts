import { expect } from 'chai';
import fc from 'fast-check';
import { makeCursors } from '#adapters/http/lists/cursor.ts';
import { HttpError } from '#adapters/http/responses/problem.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';

const BINDING = 'products?category=Shirts&sort=name';

describe('cursors', () => {
  const cursors = makeCursors(makeEncryption('a secret key of some length, made for tests'));
  const position = { value: 'Größe 𝒜 "quoted" \n', id: 'prod_01h455vb4pex5vsknk084sn02q' };

  const rejectionOf = (cursor: string, binding = BINDING): HttpError => {
    try {
      cursors.decode(cursor, binding);
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
    throw new Error(`The cursor ${cursor} was read.`);
  };

  it('round-trip their position', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (value, id, binding) => {
        expect(cursors.decode(cursors.encode({ value, id }, binding), binding)).to.deep.equal({ value, id });
      }),
    );
  });

  it('need no escaping in a URL', () => {
    expect(cursors.encode(position, BINDING)).to.match(/^[\w-]+$/);
  });

  it('are rejected by another list', () => {
    const cursor = cursors.encode(position, BINDING);
    for (const binding of ['', 'products', `${BINDING}&status=draft`, BINDING.replace('name', '-name')]) {
      expect(rejectionOf(cursor, binding)).to.include({ status: 400, code: 'invalid_cursor' });
    }
  });

  it('are rejected with any changed, added or missing character', () => {
    const cursor = cursors.encode(position, BINDING);
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor.charAt(index) === 'A' ? 'B' : 'A';
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      for (const forged of [before + other + after, before + after, before + other + cursor.slice(index), before]) {
        expect(rejectionOf(forged), forged).to.include({ status: 400, code: 'invalid_cursor' });
      }
    }
  });

  it('are rejected with another position under the signature', () => {
    const [one, other] = [position, { ...position, value: 'Z' }].map((each) => cursors.encode(each, BINDING));
    const mixed = (one ?? '').slice(0, 22) + (other ?? '').slice(22);
    expect(rejectionOf(mixed).extra.errors).to.deep.include({
      parameter: 'cursor',
      code: 'cursor.invalid',
      message: 'is not a cursor of this list with these filters and this sort for this caller; start without one',
    });
  });

  it('are rejected when signed with another key', () => {
    const other = makeCursors(makeEncryption('another secret key of some length, for tests'));
    expect(rejectionOf(other.encode(position, BINDING))).to.include({ code: 'invalid_cursor' });
  });

  it('are accepted while the key that signed them is a former one', () => {
    const [secret, former] = [
      'another secret key of some length, for tests',
      'a secret key of some length, made for tests',
    ];
    const rotated = makeCursors(makeEncryption(secret, [former]));
    expect(rotated.decode(cursors.encode(position, BINDING), BINDING)).to.deep.equal(position);
    expect(rejectionOf(rotated.encode(position, BINDING))).to.include({ code: 'invalid_cursor' });
  });

  it('reject other strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(rejectionOf(text)).to.include({ code: 'invalid_cursor' });
      }),
    );
  });
});
