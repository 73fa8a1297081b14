import { expect } from 'chai';
import { MemoryFiles } from '#adapters/file-storage/memory-files.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { ImageDecoder } from '#core/images/ports.ts';
import { makeReadImage } from '#core/images/use-cases/read-image.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';

const SHA = '0a'.repeat(32);
const BYTES = Buffer.from('the image');
const COPY = Buffer.from('its copy');
const NAME = `${SHA}-800x600.png`;
const COPY_NAME = `${SHA}-800x600-png-320.webp`;

/** A decoder that counts what it makes; `copy` undefined: none can be made. */
const openImages = async (copy: Uint8Array | undefined, measured: Awaited<ReturnType<ImageDecoder['measure']>>) => {
  const files = new MemoryFiles(systemClock);
  let made = 0;
  const imageDecoder: ImageDecoder = {
    measure: async () => measured,
    resize: async (read) => {
      expect(Buffer.from(await read()).equals(BYTES)).to.equal(true);
      made += 1;
      return copy;
    },
  };
  const upload = makeUploadImage({ files, imageDecoder, systemClock });
  const uploaded = await upload({ bytes: BYTES, sha256: SHA, extension: 'png' }, { isDryRun: false });
  const readImage = makeReadImage({ files, imageDecoder });
  const read = async (name: string) => {
    const found = await readImage(name);
    if (found === undefined) return undefined;
    const { chunks, ...rest } = found;
    let text = '';
    for await (const chunk of chunks) text += Buffer.from(chunk).toString();
    return { ...rest, text };
  };
  return { uploaded, read, made: () => made };
};

const MEASURED = { width: 800, height: 600 };
const ORIGINAL = { fileName: NAME, type: 'image/png', size: 9, text: 'the image' };

describe('an image that is read', () => {
  it('is the one that was uploaded', async () => {
    const { uploaded, read } = await openImages(COPY, MEASURED);
    expect(uploaded).to.include({ fileName: NAME, size: 9 });
    expect(await read(NAME)).to.deep.include({ ...ORIGINAL, isFinal: true });
    expect(await read(`${SHA}.png`)).to.equal(undefined);
  });

  it('is a smaller copy, which is made once', async () => {
    const { read, made } = await openImages(COPY, MEASURED);
    const copy = { fileName: COPY_NAME, type: 'image/webp', size: 8, text: 'its copy', isFinal: true };
    const found = await Promise.all([read(COPY_NAME), read(COPY_NAME)]);
    for (const each of [...found, await read(COPY_NAME)]) expect(each).to.deep.include(copy);
    expect(made()).to.equal(1);
  });

  it('is for now the image itself where no copy can be made', async () => {
    const { read, made } = await openImages(undefined, MEASURED);
    for (const _ of [1, 2]) expect(await read(COPY_NAME)).to.deep.include({ ...ORIGINAL, isFinal: false });
    expect(made()).to.equal(2);
  });

  it('has no dimensions in its name, and so no copies, where images cannot be decoded', async () => {
    const { uploaded } = await openImages(undefined, 'unknown');
    expect(uploaded).to.include({ fileName: `${SHA}.png` });
  });

  it('is not stored if it cannot be decoded', async () => {
    const { uploaded, read } = await openImages(COPY, 'undecodable');
    expect(uploaded).to.equal('undecodable');
    expect(await read(NAME)).to.equal(undefined);
  });
});
