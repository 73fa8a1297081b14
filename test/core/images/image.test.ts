import { expect } from 'chai';
import fc from 'fast-check';
import { Image, mediaTypeOf, recognizeImage } from '#core/images/image.ts';
import { Id } from '#core/shared/id.ts';
import { IMAGES } from '../../support/builders/images.ts';

const recognized = (bytes: Uint8Array): string | undefined => {
  const extension = recognizeImage(bytes);
  return extension && mediaTypeOf(extension);
};

const box = (length: number, rest: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, length]), Buffer.from(rest)]);

describe('the type of an image', () => {
  for (const [type, bytes] of Object.entries(IMAGES)) {
    it(`is recognised by the content of ${type}, and not by a part of its beginning`, () => {
      expect(recognized(bytes)).to.equal(type);
      expect(recognized(bytes.subarray(0, 2))).to.equal(undefined);
      expect(recognized(Buffer.concat([Buffer.from(' '), bytes]))).to.equal(undefined);
    });
  }

  it('is AVIF for sequences, and for files that are compatible with AVIF', () => {
    expect(recognized(box(20, 'ftypavis\0\0\0\0msf1'))).to.equal('image/avif');
    expect(recognized(box(24, 'ftypmif1\0\0\0\0miafavif'))).to.equal('image/avif');
  });

  it('is none for other files, also of the same containers', () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      '%PDF-1.7',
      '<html>',
      'RIFF1234WAVE',
      'BM',
    ]) {
      expect(recognized(Buffer.from(text.padEnd(64)))).to.equal(undefined);
    }
    expect(recognized(box(24, 'ftypheic\0\0\0\0mif1heic'))).to.equal(undefined);
    expect(recognized(box(24, 'ftypmp42\0\0\0\0isommp42'))).to.equal(undefined);
    // the version is no brand, and neither is what follows the box
    expect(recognized(box(16, 'ftypheicavifavif'))).to.equal(undefined);
    expect(recognized(Buffer.alloc(0))).to.equal(undefined);
  });
});

describe('an image', () => {
  const digests = fc.stringMatching(/^[0-9a-f]{64}$/);

  it('has an id that its content determines', () => {
    fc.assert(
      fc.property(digests, digests, (one, other) => {
        expect(Id.is('img', Image.idOf(one))).to.equal(true);
        expect(Image.idOf(one) === Image.idOf(other)).to.equal(one.slice(0, 32) === other.slice(0, 32));
      }),
    );
    expect(Image.idOf('0'.repeat(64))).to.equal(`img_${'0'.repeat(26)}`);
    expect(Image.idOf('f'.repeat(64))).to.equal(`img_7${'z'.repeat(25)}`);
  });

  it('has a URL at any address', () => {
    const fileName = Image.fileName('0a'.repeat(32), 'webp');
    for (const origin of ['http://127.0.0.1:3000', 'https://api.shop.example', 'http://[::1]:80']) {
      expect(Image.isUrl(`${origin}/images/${fileName}`), origin).to.equal(true);
    }
    for (const url of [
      `ftp://a.example/images/${fileName}`,
      `http://a.example/other/${fileName}`,
      `http://a.example/images/${fileName}?size=2`,
      `http://a.example/images/../images/${fileName}`,
      `http://user@a.example/images/${fileName}`,
      `http://a.example/images/${fileName}x`,
      `http://a.example/images/${fileName.toUpperCase()}`,
      'http://a.example/images/a.png',
    ]) {
      expect(Image.isUrl(url), url).to.equal(false);
    }
  });
});
