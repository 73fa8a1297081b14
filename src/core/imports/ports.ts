import type { CatalogTx } from '#core/catalog/ports.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { ImageContent } from '#core/images/image.ts';
import type { PricingTx } from '#core/pricing/ports.ts';
import type { RedirectsTx } from '#core/redirects/ports.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { UsersTx } from '#core/users/ports.ts';
import type { ImageFailure, ImageFetch } from './image-fetch.ts';
import type { Import, ImportId, ImportName } from './import.ts';
import type { ImportSummary, ImportView, importList } from './import-view.ts';
import type { SourceChoices } from './source/columns.ts';

/** Reads of imports. Each result includes every commit before the call. */
export interface ImportQueries {
  find(id: ImportId): Promise<Found<ImportView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof importList>): Promise<Page<ImportSummary>>;
  /** What the latest import told of files with a header, if it was not to be forgotten. */
  findChoices(header: string): Promise<SourceChoices | undefined>;
}

/** Writes imports. `get` and `find` lock the import until the transaction ends. */
export interface ImportRepository {
  /** @throws DomainError `not_found`. */
  get(id: ImportId): Promise<Import>;
  find(name: ImportName): Promise<Import | undefined>;
  /** If another transaction has added one of the same name, the work runs again. */
  add(added: Import): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(saved: Import): Promise<void>;
  /** Locks the imports whose lease has expired at a time while they were running; at most some. */
  listAbandoned(at: Date): Promise<readonly Import[]>;
}

/** Writes the images of products that are fetched from elsewhere. */
export interface ImageFetchRepository {
  listOf(productIds: readonly ProductId[]): Promise<readonly ImageFetch[]>;
  addMany(fetches: readonly ImageFetch[]): Promise<void>;
  /** Locks images of one product that are due at a time and not locked: at most those of one import. */
  lockDue(at: Date): Promise<readonly ImageFetch[]>;
  saveMany(fetches: readonly ImageFetch[]): Promise<void>;
}

/** Fetches images from other hosts, never from private addresses. */
export interface ImageSource {
  /** The image at an address by http or https, also after redirects; or why there is none. */
  fetch(address: string): Promise<ImageContent | ImageFailure>;
}

/** Waits for a time. */
export type Timer = (milliseconds: number) => Readonly<{
  /** Resolves after the time, unless it is cancelled. */
  elapsed: Promise<'elapsed'>;
  cancel: () => void;
}>;

/** The part of a transaction that the use cases of imports need. */
export type ImportsTx = Readonly<{ imports: ImportRepository; imageFetches: ImageFetchRepository }> &
  CatalogTx &
  UsersTx &
  PricingTx &
  RedirectsTx;
