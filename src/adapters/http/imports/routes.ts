import type { ImportName } from '#core/imports/import.ts';
import { IMPORT_RESOURCES, IMPORT_SCOPES } from '#core/imports/import-resource.ts';
import { importList, importView } from '#core/imports/import-view.ts';
import type { ImportQueries } from '#core/imports/ports.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import type { CancelImport } from '#core/imports/use-cases/end-imports.ts';
import type { RunImport } from '#core/imports/use-cases/run-import.ts';
import type { TryImport } from '#core/imports/use-cases/try-import.ts';
import { invalid, unavailable } from '#core/shared/domain-error.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, requireFound, resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, uploadOperation, writeOperation } from '../routing/operation.ts';
import { type RequestIdempotency, type TaggedRoute, tagged } from '../routing/route.ts';
import type { FileType, ImportKind } from './import-kind.ts';
import { importRows } from './import-rows.ts';
import { type ImportQuery, importPage, importQuery, importSchema } from './import-schemas.ts';
import { TABLES } from './table-kinds.ts';

type ImportOperationsDeps = Readonly<{
  queries: ImportQueries;
  runImport: RunImport;
  tryImport: TryImport;
  cancelImport: CancelImport;
  cursors: Cursors;
  /** Whether the service is stopping. */
  isStopping: () => boolean;
}>;

const XML: FileType = {
  format: 'xml',
  example:
    '<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>SCARF-WOOL</g:id><title>Wool scarf</title>' +
    '<g:price>29.00 USD</g:price><g:availability>in_stock</g:availability></item></channel></rss>\n',
};

/** By their media types. */
const FILE_TYPES: Readonly<Record<string, FileType>> = {
  'text/csv': { format: 'csv', example: 'sku,name,price,stock_delta\r\nSCARF-WOOL,Wool scarf,29,12\r\n' },
  'application/x-ndjson': {
    format: 'ndjson',
    example: '{"sku": "SCARF-WOOL", "name": "Wool scarf", "price": 29, "stock_delta": 12}\n',
  },
  'application/xml': XML,
  'text/xml': XML,
};

/** Imports of products, as of every resource. */
const PRODUCTS: ImportKind = {
  resource: 'products',
  operationId: 'importProducts',
  summary: 'Import products',
  description:
    'Creates and changes products by the rows of a file of any length: CSV (RFC 4180) with a header line, or a JSON ' +
    'object per line. `sku` or `id` names the product; a new `sku` creates one, and an `id` of another shop is ignored beside `sku` or `slug`. A missing column or member ' +
    'leaves its field unchanged; an empty cell or null resets it. `stock` sets the stock, `stock_delta` is added to it. ' +
    'In CSV, `images` are URLs separated by spaces, `tags` are separated by commas, `attributes` and `metadata` are JSON objects, and ' +
    '`attributes.<name>` is the column of one attribute. `parent_sku` or `parent_id`, or `parent_slug` where the id is not known, makes a product a variant of another, which may be in an earlier row; its empty cells are filled by the parent, as in an export. `category_path` is a JSON array of the names from the top, whose categories are created if need be; beside the `category_id` of an existing category it must be its path. Read-only fields of an export are ignored, and other columns are left out. ' +
    'A slug that a row gives is its own, even if an earlier row without one got it of its name, which then gets a longer one. ' +
    'A file whose columns are those of Shopify, WooCommerce, Magento 2, PrestaShop, Medusa, Vendure or BigCommerce, a feed for ' +
    'Google (also XML), and any other CSV with recognisable columns is read by the conventions of its shop (`preset`, `mapping`), with its ' +
    'encoding, separator and decimal mark: rows become products with variants, an empty cell leaves its field unchanged, what cannot be ' +
    'taken as it is becomes `warnings`, and a product without a price is a draft. Rows are stored in ' +
    'batches while the file arrives, and `GET /api/imports/{id}` shows the progress. With an `Idempotency-Key`, the same ' +
    'file sent again continues after the last stored row, or returns the finished import. An error of the header has ' +
    'the pointer `/<line>/<column>`. Emits `product.created` and `product.updated`.',
  query: importQuery,
  files: FILE_TYPES,
};

const importFiles = (
  { resource, files, ...kind }: ImportKind,
  { queries, runImport, tryImport, isStopping }: ImportOperationsDeps,
) =>
  uploadOperation({
    path: `/api/${resource}/import`,
    operationId: kind.operationId,
    summary: kind.summary,
    description: kind.description,
    access: { kind: 'scope', scope: IMPORT_SCOPES[resource].write },
    query: kind.query,
    uploads: Object.fromEntries(Object.entries(files).map(([type, { example }]) => [type, example])),
    responses: { 200: { description: 'The import, also if it stopped or failed.', schema: importSchema } },
    upload: async ({ actor, query, idempotency, isDryRun }, { type, chunks }) => {
      const format = files[type]?.format ?? 'csv';
      const { remember } = query;
      if (remember !== undefined && format !== 'csv') throw invalid([NO_COLUMNS]);
      const findChoices = (header: string) => queries.findChoices(header);
      const reading = { resource, choices: choicesOf(query), findChoices, remember };
      const request = { ...importRows(chunks, format, reading), format, onError: query.on_error, isStopping };
      if (isDryRun) {
        const { import: tried, emits } = await tryImport(actor, request);
        return { status: 200, body: { ...importView(tried), dry_run: true, emits } };
      }
      const { import: ended, isRepeated } = await runImport(actor, { ...request, name: nameOf(idempotency) });
      if (ended.status === 'interrupted') throw unavailable(isStopping() ? STOPPING : TOO_LONG);
      return { ...importResponse(ended), isReplayed: isRepeated };
    },
  });

const listImports = ({ queries, cursors }: ImportOperationsDeps) =>
  listOperation({
    path: '/api/imports',
    operationId: 'listImports',
    summary: 'List imports',
    description: 'The newest first, without their errors.',
    access: { kind: 'any_scope', scopes: IMPORT_RESOURCES.map((each) => IMPORT_SCOPES[each].read) },
    list: importList,
    pageSchema: importPage,
    cursors,
    read: (query) => queries.list(query),
  });

const getImport = ({ queries }: ImportOperationsDeps) =>
  readOperation({
    path: '/api/imports/{id}',
    id: 'imp',
    operationId: 'getImport',
    summary: 'Get an import',
    description: 'Its progress while it runs, and the errors of its rows.',
    access: { kind: 'any_scope', scopes: IMPORT_RESOURCES.map((each) => IMPORT_SCOPES[each].read) },
    versioned: true,
    responses: { 200: { description: 'The import.', schema: importSchema } },
    read: async ({ id }) => foundResponse(requireFound(await queries.find(id), 'import', id)),
  });

const cancelImport = (deps: ImportOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/imports/{id}/cancel',
    id: 'imp',
    operationId: 'cancelImport',
    summary: 'Cancel an import',
    description: 'It ends after the rows that are stored. A cancelled import does not continue.',
    access: { kind: 'any_scope', scopes: IMPORT_RESOURCES.map((each) => IMPORT_SCOPES[each].write) },
    responses: { 200: { description: 'The cancelled import.', schema: importSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id }) => respond(deps.cancelImport(actor, id), importResponse),
  });

const STOPPING = 'The service is stopping: send the file again with its key.';

const TOO_LONG = 'The import was interrupted, since storing its rows took too long: send the file again with its key.';

const NO_COLUMNS = {
  path: ['remember'],
  code: 'any.only',
  message: 'must be omitted unless the file is CSV, which has the same columns in each row',
};

/** The mapping was validated as JSON. */
const choicesOf = ({
  preset,
  decimal,
  weight_unit: weightUnit,
  image_base: imageBase,
  mapping,
}: ImportQuery): SourceChoices => ({
  preset,
  decimal,
  weightUnit,
  imageBase,
  mapping: mapping === undefined ? undefined : JSON.parse(mapping),
});

const nameOf = (idempotency: RequestIdempotency | undefined): ImportName | null =>
  idempotency === undefined ? null : { account: idempotency.key.account, key: idempotency.key.key };

const importResponse = resourceResponse(importView);

export const importRoutes = (deps: ImportOperationsDeps): TaggedRoute[] =>
  tagged('Imports', [
    ...[PRODUCTS, ...TABLES].map((kind) => importFiles(kind, deps)),
    listImports(deps),
    getImport(deps),
    cancelImport(deps),
  ]);
