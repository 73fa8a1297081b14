import { ApiError } from '../../api/api-error.ts';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import type { JsonObject } from '../../form/field.ts';
import { t } from '../../text/text.ts';
import { changeOf, newVariant, type Option, type VariantRow } from './variant-rows.ts';

type Product = Schemas['Product'];

export type Grid = Readonly<{ rows: readonly VariantRow[]; options: readonly Option[] }>;

/** Creates a product with its variants. @throws ApiError */
export const createProduct = async (
  body: JsonObject,
  { rows, options }: Grid,
  idempotencyKey: string,
): Promise<Product> => {
  const variants = rows.map((row) => newVariant(row, options));
  const created = { ...body, ...(variants.length > 0 && { variants }) } as Schemas['ProductInput'];
  return (await request('post', '/api/products', { body: created, idempotencyKey })).data;
};

/** Changes a product, unless somebody else has changed it. @throws ApiError */
export const patchProduct = (id: string, body: JsonObject, ifMatch: string | undefined): Promise<Loaded<Product>> =>
  request('patch', '/api/products/{id}', { params: { id }, body, ifMatch });

/** Publishes the variants of a product, or those with a status. @throws ApiError */
export const publishVariants = (id: string, status?: Product['status']): Promise<unknown> => {
  const filter = { parent_id: id, ...(status !== undefined && { status }) };
  return request('post', '/api/products/bulk_update', { body: { filter, changes: { status: 'active' } } });
};

/** Changes variants in one request. @throws ApiError with the paths of the rows. */
export const changeRows = async (id: string, { rows, options }: Grid, loaded: Grid): Promise<void> => {
  const changed = rows.flatMap((row, index) => {
    const change = changeOf(row, options, loaded);
    return change === undefined ? [] : [{ index, change }];
  });
  if (changed.length === 0) return;
  const body = { variants: changed.map(({ change }) => change) };
  const indexes = changed.map(({ index }) => index);
  await atRows(indexes, request('patch', '/api/products/{id}/variants', { params: { id }, body }));
};

/** Adds the new variants in one request. @throws ApiError with the paths of the rows. */
export const addRows = async (id: string, { rows, options }: Grid): Promise<void> => {
  const added = rows.flatMap((row, index) => (row.id === undefined ? [index] : []));
  if (added.length === 0) return;
  const variants = added.flatMap((index) => rows[index] ?? []).map((row) => newVariant(row, options));
  await atRows(added, request('post', '/api/products/{id}/variants', { params: { id }, body: { variants } }));
};

/** Names the rows of the errors of a request that was about these rows. */
const atRows = async (indexes: readonly number[], sent: Promise<unknown>): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = error.problem.errors?.map(({ pointer = '', ...each }) => {
      const [, index, path] = /^\/variants\/(\d+)(.*)$/.exec(pointer) ?? ['', '0', pointer];
      const row = `/variants/${indexes[Number(index)] ?? 0}`;
      if (!path?.startsWith('/stock_adjustment')) return { ...each, pointer: `${row}${path}` };
      return { ...each, pointer: `${row}/stock`, message: t().productPage.stockChanged };
    });
    throw new ApiError({ ...error.problem, ...(errors && { errors }) });
  }
};
