import type { CatalogTx } from '#core/catalog/ports.ts';
import type { ImportRepository } from './import-repository.ts';

/** The part of a transaction that the use cases of imports need. */
export type ImportsTx = Readonly<{ imports: ImportRepository }> & CatalogTx;
