import type { ProductId } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { MergePatch } from '#core/shared/merge-patch.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { Import, ImportError, ImportFormat, ImportName, OnError } from './import.ts';
import type { ImportFile, RememberedChoices } from './import-file.ts';
import type { ImportResource } from './import-resource.ts';
import type { ImportsTx, Timer } from './ports.ts';

/** The error of a row: its first, and a sentence about every other. */
export const importErrorOf = (
  line: number,
  { code, message, fieldErrors }: Pick<DomainError, 'code' | 'message' | 'fieldErrors'>,
): ImportError => {
  const [first, ...others] = fieldErrors;
  if (first === undefined) return { line, field: null, code, message };
  const sentences = others.map((other) => `${other.path.join('.')} ${other.message}`);
  return {
    line,
    field: first.path.join('.') || null,
    code: first.code,
    message: [first.message, ...sentences].join('; '),
  };
};

/**
 * The fields of a row. `id` or `sku` names the product; a product of a new SKU is created. Null resets a field to its
 * default, omitted fields stay. An unknown `id` is ignored beside `sku` or `slug`. `stock` sets the stock, `stock_delta` is added to it; `parent_sku` names the parent
 * of a variant.
 */
export type RowFields = MergePatch<ProductFields> &
  Readonly<{
    id?: ProductId | null;
    parent_sku?: string | null;
    /** Names the parent of a variant whose `parent_id` is that of another shop. */
    parent_slug?: string | null;
    stock_delta?: number | null;
    /** The addresses by http or https from which the images are fetched after the import, instead of `images`. */
    image_sources?: readonly string[];
    /** The texts of images by their URLs, or their addresses. */
    image_alts?: Readonly<Record<string, string | null>> | null;
    /** The names of the category and those above it, from the top. Those that do not exist are created. */
    category_path?: readonly string[] | null;
    /** The prices in several currencies, of which the shop's is taken, or else the first; null where there is none. */
    prices?: Readonly<Record<string, number | null>>;
  }>;

/** A valid row. `defaults`: of what it creates. */
export type ValidRow<Fields = unknown> = Warned &
  Readonly<{ kind: 'row'; line: number; text: string; fields: Fields; defaults?: object }>;

type InvalidRow = Readonly<{ kind: 'invalid'; text: string; error: ImportError }> & Warned;

type Unreadable = Readonly<{ kind: 'unreadable'; error: ImportError }>;

/** A row with a content. `text` identifies the content. */
export type FileRow<Fields = unknown> = ValidRow<Fields> | InvalidRow;

/**
 * What a reader finds in a file, in order: a valid row, an invalid one, or the place from which the file cannot be read
 * any further, which is the last.
 */
export type ImportRow<Fields = unknown> = FileRow<Fields> | Unreadable;

/** What was changed or left out so that the row could be read. */
type Warned = Readonly<{ warnings?: readonly ImportError[] }>;

/** A running digest of the rows of a file. Immutable. */
export type RowDigest = Readonly<{
  /** The digest after some more rows. */
  after(rows: readonly FileRow[]): RowDigest;
  value(): string;
}>;

/** What to import. The rows are read at the pace at which they are stored. */
export type ImportRequest = Readonly<{
  resource: ImportResource;
  rows: AsyncIterable<readonly ImportRow[]>;
  format: ImportFormat;
  /** How the file is read, once its beginning was. */
  file: () => ImportFile | null;
  /** What it tells of further files, once its header was read. */
  remembered: () => RememberedChoices | null;
  onError: OnError;
  /** An import of the same name continues after its last committed row. */
  name: ImportName | null;
  /** Whether to end early, after the batch in progress. */
  isStopping: () => boolean;
  /** Called after each batch. */
  onProgress?: (current: Import) => void;
}>;

export type ImportDeps = Readonly<{
  unitOfWork: UnitOfWork<ImportsTx>;
  clock: BusinessClock;
  systemClock: SystemClock;
  ids: IdGenerator;
  emptyDigest: RowDigest;
  timer: Timer;
  sanitizer: HtmlSanitizer;
}>;
