import { htmlSanitizer } from '#adapters/html/html-sanitizer.ts';
import { emptyRowDigest } from '#adapters/system/row-digest.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import type { OnError } from '#core/imports/import.ts';
import type { ImportRow, RowFields } from '#core/imports/import-row.ts';
import { makeCancelImport, makeEndAbandonedImports } from '#core/imports/use-cases/end-imports.ts';
import { makeRunImport } from '#core/imports/use-cases/run-import.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { USD } from '../../support/builders/builders.ts';
import { openCatalogue } from '../catalog/catalogue-under-test.ts';

export class ProcessEnded extends Error {}

/** What a run fails with, if it fails. */
export const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

type Options = Readonly<{ name?: string | null; onError?: OnError; commits?: number; isStopping?: () => boolean }>;

/** Imports on a new storage with a catalogue; the clock stands. */
export const openImports = async () => {
  const catalogue = await openCatalogue();
  const { unitOfWork, clock, actor } = catalogue;
  const ids = { next: catalogueIds() };

  /** A process that ends after some commits. */
  const endingAfter = (commits: number): UnitOfWork => {
    let left = commits;
    return {
      dryRun: (work) => unitOfWork.dryRun(work),
      run: async (work) => {
        if (left <= 0) throw new ProcessEnded();
        left -= 1;
        return unitOfWork.run(work);
      },
    };
  };

  const run = (chunks: AsyncIterable<readonly ImportRow[]>, options: Options = {}) => {
    const { name = null, onError = 'stop', commits = Number.POSITIVE_INFINITY, isStopping = () => false } = options;
    const deps = { unitOfWork: endingAfter(commits), clock, systemClock: clock, ids, storeCurrency: USD };
    const runImport = makeRunImport({
      ...deps,
      emptyDigest: emptyRowDigest(),
      timer: systemTimer,
      sanitizer: htmlSanitizer,
    });
    const named = name === null ? null : { account: 'an-account', key: name };
    return runImport(actor, {
      resource: 'products',
      rows: chunks,
      format: 'ndjson',
      file: () => null,
      remembered: () => null,
      onError,
      name: named,
      isStopping,
    });
  };
  return {
    ...catalogue,
    run,
    cancel: (id: `imp_${string}`) => unitOfWork.run(makeCancelImport({ systemClock: clock })(actor, id)),
    endAbandoned: makeEndAbandonedImports({ unitOfWork, systemClock: clock }),
    /** The stock by SKU. */
    async stocks(...skus: readonly string[]): Promise<(number | null)[]> {
      const products = await unitOfWork.run((tx) => tx.products.getMany({ ids: [], skus }));
      return skus.map((sku) => products.find((product) => product.sku === sku)?.stock ?? null);
    },
  };
};

const catalogueIds = () => {
  let count = 1_000;
  return <P extends string>(prefix: P): `${P}_${string}` => {
    count += 1;
    return `${prefix}_${String(count).padStart(26, '0')}`;
  };
};

/** Rows that a file has, in chunks of some rows. */
export async function* chunksOf(rows: readonly RowFields[], size = 700): AsyncGenerator<readonly ImportRow[]> {
  for (let start = 0; start < rows.length; start += size) {
    yield rows
      .slice(start, start + size)
      .map((fields, index) => ({ kind: 'row', line: start + index + 1, text: JSON.stringify(fields), fields }));
  }
}
