import { expect } from 'chai';
import fc from 'fast-check';
import { Image, mediaTypeOf, recognizeImage } from '#core/images/image.ts';
import { ImageSize } from '#core/images/image-size.ts';
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

  it('has its dimensions in its name, if they are known', () => {
    const sha256 = '0a'.repeat(32);
    const measured = Image.fileName(sha256, 'jpg', { width: 1200, height: 800 });
    expect(measured).to.equal(`${sha256}-1200x800.jpg`);
    expect(Image.dimensionsOf(measured)).to.deep.equal({ width: 1200, height: 800 });
    expect(Image.typeOf(measured)).to.equal('image/jpeg');
    const unknown = Image.fileName(sha256, 'jpg', undefined);
    expect(unknown).to.equal(`${sha256}.jpg`);
    expect(Image.dimensionsOf(unknown)).to.equal(undefined);
    expect(Image.typeOf(unknown)).to.equal('image/jpeg');
  });

  it('has a URL at any address', () => {
    const fileName = Image.fileName('0a'.repeat(32), 'webp', { width: 800, height: 600 });
    for (const origin of ['http://127.0.0.1:3000', 'https://api.shop.example', 'http://[::1]:80']) {
      expect(Image.fileNameOf(`${origin}/images/${fileName}`), origin).to.equal(fileName);
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
      expect(Image.fileNameOf(url), url).to.equal(undefined);
    }
  });
});

describe('a smaller copy of an image', () => {
  const original = Image.fileName('0a'.repeat(32), 'jpg', { width: 1000, height: 500 });

  it('is narrower than the image', () => {
    expect(ImageSize.widthsOf(1000)).to.deep.equal([320, 640, 960]);
    expect(ImageSize.widthsOf(320)).to.deep.equal([]);
    expect(ImageSize.widthsOf(99_999)).to.deep.equal([320, 640, 960, 1280, 1920]);
  });

  it('has the name of its image with the width and another type', () => {
    const fileName = ImageSize.fileName({ original, width: 640, format: 'avif' });
    expect(fileName).to.equal(`${'0a'.repeat(32)}-1000x500-jpg-640.avif`);
    expect(ImageSize.parse(fileName)).to.deep.equal({ original, width: 640, format: 'avif', type: 'image/avif' });
    expect(Image.typeOf(fileName)).to.equal(undefined);
  });

  it('has no other width, image or type', () => {
    const stem = `${'0a'.repeat(32)}-1000x500`;
    for (const name of [
      `${stem}-jpg-641.avif`,
      `${stem}-jpg-1280.avif`,
      `${stem}-jpg-640.jpg`,
      `${stem}-gif-640.webp`,
      `${stem}-640.webp`,
      `${'0a'.repeat(32)}-jpg-640.webp`,
      `x${stem}-jpg-640.webp`,
      `${stem}-jpg-640.webp/`,
      original,
    ]) {
      expect(ImageSize.parse(name), name).to.equal(undefined);
    }
  });
});
