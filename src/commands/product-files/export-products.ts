import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { productFile } from '#adapters/http/catalog/product-export.ts';
import type { Config } from '#composition/config.ts';
import { StartError } from '#composition/start-error.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import { productList } from '#core/catalog/product-view.ts';
import type { Console } from '../console.ts';
import { onStorage } from '../storage-session.ts';
import { type ExportArguments, STANDARD_STREAM } from './arguments.ts';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

const ALL_PRODUCTS = { filter: {}, sort: productList.defaultSort } as const;

/** The export was interrupted. */
class Interrupted extends Error {}

/**
 * Exports all products. A file appears, or is replaced, only when it is complete.
 * @returns false if it was interrupted.
 * @throws StartError, DatabaseError or EmbeddedServerError
 */
export const exportProducts = (args: ExportArguments, config: Config, console: Console): Promise<boolean> =>
  onStorage(config, async ({ exportedCatalog: catalogQueries }) => {
    const isFile = args.file !== STANDARD_STREAM;
    const partial = `${args.file}.part`;
    const output = isFile ? createWriteStream(partial) : process.stdout;
    const counts = { rows: 0 };
    try {
      await pipeline(textOf(catalogQueries, args, { console, counts }), output, { end: isFile });
      if (isFile) await rename(partial, args.file);
    } catch (error) {
      // the reader of standard output has read enough
      if (!isFile && (error as NodeJS.ErrnoException).code === 'EPIPE') return true;
      if (isFile) await rm(partial, { force: true });
      if (!(error instanceof Interrupted)) throw explained(error as NodeJS.ErrnoException, args.file);
      console.report('The export was interrupted: no file is written.');
      return false;
    }
    console.report(`Exported ${counts.rows.toLocaleString('en')} products and variants.`);
    return true;
  });

type Reporting = Readonly<{ console: Console; counts: { rows: number } }>;

async function* textOf(
  queries: CatalogQueries,
  { format }: ExportArguments,
  { console, counts }: Reporting,
): AsyncGenerator<string> {
  const first = await queries.listProducts({
    ...ALL_PRODUCTS,
    visibility: 'full',
    page: { limit: 1, includeTotal: true },
  });
  const progress = console.progress(first.total ?? 0);
  let products = 0;
  try {
    for await (const part of productFile(queries, ALL_PRODUCTS, MEDIA_TYPES[format])) {
      if (console.isStopping()) throw new Interrupted();
      products += part.products;
      counts.rows += part.rows;
      yield part.text;
      progress.update(products, counts.rows);
    }
  } finally {
    progress.stop();
  }
}

const FILE_ERRORS = ['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'EPERM'];

const explained = (error: NodeJS.ErrnoException, file: string): Error =>
  FILE_ERRORS.includes(error.code ?? '') ? new StartError(`${file} cannot be written: ${error.message}.`) : error;
