import { expect } from 'chai';
import { MemoryFiles } from '#adapters/file-storage/memory-files.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';
import { type ImageFailure, ImageFetch } from '#core/imports/image-fetch.ts';
import type { ImageSource } from '#core/imports/ports.ts';
import { makeFetchImages } from '#core/imports/use-cases/fetch-images.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { anImport } from '../../support/builders/import-builders.ts';
import { openCatalogue } from './../catalog/catalogue-under-test.ts';

const SOURCE = 'http://old.example/a.png';
const OTHER = 'https://old.example/b.png';
const SHA = '0a'.repeat(32);
const STORED = `https://api.shop.example/images/${SHA}-2x1.png`;
const CONTENT = { bytes: Buffer.from('a picture'), sha256: SHA, extension: 'png' } as const;

/** A product whose images are fetched from a host that responds as it is told. */
const openFetching = async () => {
  const catalogue = await openCatalogue();
  const { unitOfWork, clock, create, get } = catalogue;
  const product = await create({ name: 'Shirt', price: 1, images: [SOURCE, OTHER].map(ImageFetch.shownUrl) });
  const running = anImport();
  await unitOfWork.run(async (tx) => {
    await tx.imports.add({ ...running, images: { pending: 2, stored: 0, failed: 0 } });
    const fetches = [SOURCE, OTHER].map((source, index) =>
      ImageFetch.start({ productId: product.id, importId: running.id, source, line: index + 2 }, clock.now()),
    );
    await tx.imageFetches.addMany(fetches);
  });
  const responses = new Map<string, ImageFailure>();
  const asked: string[] = [];
  let isStopping = false;
  const imageSource: ImageSource = {
    fetch: async (address) => {
      asked.push(address);
      return responses.get(address) ?? CONTENT;
    },
  };
  const imageDecoder = { measure: async () => ({ width: 2, height: 1 }), resize: async () => undefined };
  const deps = { systemClock: clock, isStopping: () => isStopping, publicUrl: () => 'https://api.shop.example' };
  const uploadImage = makeUploadImage({ files: new MemoryFiles(clock), imageDecoder, systemClock: clock });
  const ids = { next: <P extends string>(prefix: P) => `${prefix}_0` as const };
  const withUnitOfWork = (work: typeof unitOfWork) =>
    makeFetchImages({ ...deps, unitOfWork: work, clock, ids, imageSource, uploadImage });
  return {
    ...catalogue,
    fetchImages: withUnitOfWork(unitOfWork),
    withUnitOfWork,
    responses,
    asked: () => asked.splice(0),
    stop: () => {
      isStopping = true;
    },
    product,
    images: async () => (await get(product.id)).media.map(({ url }) => url),
    counts: async () => (await unitOfWork.run((tx) => tx.imports.get(running.id))).images,
    warnings: async () => (await unitOfWork.run((tx) => tx.imports.get(running.id))).warnings,
  };
};

describe('images that are fetched after an import', () => {
  it('replace the addresses from which they come, in one change of their product', async () => {
    const { fetchImages, images, counts, product, get, audited } = await openFetching();
    expect(await fetchImages()).to.equal(true);
    expect(await images()).to.deep.equal([STORED]);
    expect(await counts()).to.deep.equal({ pending: 0, stored: 2, failed: 0 });
    expect((await get(product.id)).version).to.equal(product.version + 1);
    expect((await audited()).map(({ action }) => action)).to.not.include('product.updated');
    expect(await fetchImages()).to.equal(false);
  });

  it('are left out and reported if they are not there', async () => {
    const { fetchImages, images, counts, warnings, responses } = await openFetching();
    responses.set(SOURCE, 'too_large');
    await fetchImages();
    expect(await images()).to.deep.equal([STORED]);
    expect(await counts()).to.deep.equal({ pending: 0, stored: 1, failed: 1 });
    expect(await warnings()).to.deep.equal([
      {
        code: 'images.too_large',
        field: 'images',
        count: 1,
        first: [{ line: 2, message: `${SOURCE} was left out: it has more than 10 MiB` }],
      },
    ]);
  });

  it('are tried again later, five times in all, while they may come', async () => {
    const { fetchImages, images, counts, clock, responses, asked } = await openFetching();
    responses.set(SOURCE, 'timeout');
    await fetchImages();
    expect(await images()).to.deep.equal([ImageFetch.shownUrl(SOURCE), STORED]);
    asked();
    for (const minutes of [1, 5, 30, 120]) {
      expect(await fetchImages()).to.equal(false);
      clock.advance(minutes * 60_000);
      expect(await counts()).to.include({ pending: 1, failed: 0 });
      expect(await fetchImages()).to.equal(true);
      expect(asked()).to.deep.equal([SOURCE]);
    }
    expect(await counts()).to.deep.equal({ pending: 0, stored: 1, failed: 1 });
    expect(await images()).to.deep.equal([STORED]);
  });

  it('are fetched again after the end of the process that fetched them', async () => {
    const { withUnitOfWork, fetchImages, unitOfWork, images, clock } = await openFetching();
    let runs = 0;
    const dying = withUnitOfWork({
      ...unitOfWork,
      run: async (work) => {
        runs += 1;
        if (runs > 1) throw new Error('The process has ended.');
        return unitOfWork.run(work);
      },
    });
    const ended = await dying().catch((error: Error) => error.message);
    expect(ended).to.equal('The process has ended.');
    expect(await fetchImages()).to.equal(false);
    clock.advance(15 * 60_000);
    expect(await fetchImages()).to.equal(true);
    expect(await images()).to.deep.equal([STORED]);
  });

  it('do not come back where they were removed meanwhile', async () => {
    const { fetchImages, change, product, images, counts } = await openFetching();
    await change({ id: product.id, patch: { images: [OTHER] }, expected: undefined });
    await fetchImages();
    expect(await images()).to.deep.equal([STORED]);
    expect(await counts()).to.deep.equal({ pending: 0, stored: 2, failed: 0 });
  });

  it('are forgotten with their product', async () => {
    const { fetchImages, remove, product, counts } = await openFetching();
    await remove({ id: product.id, expected: undefined });
    await fetchImages();
    expect(await counts()).to.deep.equal({ pending: 0, stored: 2, failed: 0 });
  });

  it('wait for the next process where this one stops', async () => {
    const { fetchImages, stop, asked, counts } = await openFetching();
    stop();
    await fetchImages();
    expect(asked()).to.deep.equal([]);
    expect(await counts()).to.include({ pending: 2 });
  });

  it('keep their texts', async () => {
    const media = [{ url: 'https://old.example/a.png', alt: 'Front' }].map((each) => ({
      ...each,
      width: null,
      height: null,
      sizes: [],
    }));
    const start = { productId: 'prod_1', importId: 'imp_1', source: SOURCE, line: 1 } as const;
    const fetch = ImageFetch.store(ImageFetch.start(start, noonPlus(0)), STORED);
    expect(ImageFetch.applied(media, [fetch])).to.deep.equal([{ url: STORED, alt: 'Front' }]);
  });
});
