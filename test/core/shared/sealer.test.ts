import { expect } from 'chai';
import fc from 'fast-check';
import { makeSealer } from '#adapters/system/sealer.ts';

describe('sealer', () => {
  const sealer = makeSealer('a secret key of some length, made for tests');
  const other = makeSealer('a secret key of some length, made for testS');

  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sealer.open(sealer.seal(text))).to.equal(text);
      }),
    );
  });

  it('opens what it sealed before the process was started again', () => {
    const again = makeSealer('a secret key of some length, made for tests');
    expect(again.open(sealer.seal('a secret'))).to.equal('a secret');
    expect(again.digest('a text')).to.equal(sealer.digest('a text'));
  });

  it('seals one text differently every time', () => {
    const sealed = Array.from({ length: 20 }, () => sealer.seal('a secret'));
    expect(new Set(sealed).size).to.equal(20);
    for (const text of sealed) expect(Buffer.from(text, 'base64url').toString('latin1')).to.not.include('secret');
  });

  it('opens nothing that another key sealed', () => {
    expect(() => other.open(sealer.seal('a secret'))).to.throw(Error);
  });

  it('opens nothing that was changed, wherever it was', () => {
    const sealed = Buffer.from(sealer.seal('a secret'), 'base64url');
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => sealer.open(changed.toString('base64url')), `byte ${place}`).to.throw(Error);
    }
  });

  it('opens nothing that was cut short, and no other text', () => {
    const sealed = Buffer.from(sealer.seal('a secret'), 'base64url');
    for (let length = 0; length < sealed.length; length += 1) {
      const cut = sealed.subarray(0, length).toString('base64url');
      expect(() => sealer.open(cut), `${length} bytes`).to.throw(Error);
    }
    expect(() => sealer.open('not sealed at all, but long enough for everything')).to.throw(Error);
  });

  it('digests a text the same every time, other texts and other keys differently', () => {
    expect(sealer.digest('a text')).to.match(/^[\w-]{22}$/);
    expect(sealer.digest('a text')).to.equal(sealer.digest('a text'));
    expect(sealer.digest(Buffer.from('a text'))).to.equal(sealer.digest('a text'));
    expect(sealer.digest('a text ')).to.not.equal(sealer.digest('a text'));
    expect(other.digest('a text')).to.not.equal(sealer.digest('a text'));
  });
});
