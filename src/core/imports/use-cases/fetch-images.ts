import { openProductBatch } from '#core/catalog/steps/product-batch.ts';
import { patchedFields, storeProduct } from '#core/catalog/steps/store-product.ts';
import { Image } from '#core/images/image.ts';
import type { UploadImage } from '#core/images/use-cases/upload-image.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { type ImageFailure, ImageFetch } from '../image-fetch.ts';
import { Import, type ImportId } from '../import.ts';
import type { ImageSource, ImportsTx } from '../ports.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<ImportsTx>;
  imageSource: ImageSource;
  uploadImage: UploadImage;
  clock: BusinessClock;
  systemClock: SystemClock;
  ids: IdGenerator;
  isStopping: () => boolean;
  /** The address that clients use. */
  publicUrl: () => string;
}>;

/** Fetches the images of one product that are due, outside of transactions. @returns whether there were some. */
export type FetchImages = () => Promise<boolean>;

type Attempt = Readonly<{ fetch: ImageFetch; failure: ImageFailure | undefined }>;

export const makeFetchImages =
  (deps: Deps): FetchImages =>
  async () => {
    const { unitOfWork, systemClock, isStopping } = deps;
    const claimed = await unitOfWork.run(claimDue(systemClock.now()));
    const attempts: Attempt[] = [];
    for (const each of claimed) if (!isStopping()) attempts.push(await attempt(deps, each));
    if (attempts.length > 0) await unitOfWork.run(record(deps, attempts));
    return claimed.length > 0;
  };

const claimDue =
  (at: Date): Work<readonly ImageFetch[], ImportsTx> =>
  async (tx) => {
    const due = await tx.imageFetches.lockDue(at);
    const claimed = due.map((each) => ImageFetch.claim(each, at));
    await tx.imageFetches.saveMany(claimed);
    return claimed;
  };

const attempt = async (deps: Deps, claimed: ImageFetch): Promise<Attempt> => {
  const { imageSource, uploadImage, systemClock, publicUrl } = deps;
  const found = await imageSource.fetch(claimed.source);
  const stored = typeof found === 'string' ? found : await uploadImage(found, { isDryRun: false });
  if (typeof stored === 'string') {
    const failure = stored === 'undecodable' ? 'not_image' : stored;
    return { fetch: ImageFetch.fail(claimed, failure, systemClock.now()), failure };
  }
  const url = `${publicUrl()}${Image.path}/${stored.fileName}`;
  return { fetch: ImageFetch.store(claimed, url), failure: undefined };
};

/** Stores what became of images with their product and the counts of their imports. */
const record =
  (deps: Deps, attempts: readonly Attempt[]): Work<void, ImportsTx> =>
  async (tx) => {
    await tx.imageFetches.saveMany(attempts.map(({ fetch }) => fetch));
    const ended = attempts.filter(({ fetch }) => fetch.status !== 'pending');
    // before the product, as a batch of rows does
    const byImport = Map.groupBy(ended, ({ fetch }) => fetch.importId);
    for (const [id, each] of [...byImport].sort(([a], [b]) => (a < b ? -1 : 1))) await count(tx, deps, id, each);
    await show(
      tx,
      deps,
      ended.map(({ fetch }) => fetch),
    );
  };

const count = async (tx: ImportsTx, { systemClock }: Deps, id: ImportId, ended: readonly Attempt[]): Promise<void> => {
  const current = await tx.imports.get(id);
  const warnings = ended.flatMap(({ fetch, failure }) =>
    failure === undefined ? [] : [ImageFetch.warning(fetch, failure)],
  );
  const counts = { stored: ended.length - warnings.length, failed: warnings.length };
  await tx.imports.save(Import.endImages(current, counts, warnings, systemClock.now()));
};

const show = async (tx: ImportsTx, deps: Deps, ended: readonly ImageFetch[]): Promise<void> => {
  const [first] = ended;
  if (first === undefined) return;
  const batch = await openProductBatch(tx, Actor.system, [{ id: first.productId }]);
  const product = batch.byId(first.productId);
  if (product === undefined) return;
  const media = ImageFetch.applied(product.media, ended);
  await storeProduct(batch.tx, { ...deps, actor: Actor.system }, product, patchedFields(product, { media }));
  batch.endRow(true);
  await batch.write();
};
