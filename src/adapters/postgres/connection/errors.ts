import { duplicateOrder } from '#core/invoices/order-copy.ts';
import { duplicateCheckout, duplicateExternalId } from '#core/orders/order-details.ts';
import { alreadyExists, conflict, DomainError, unavailable } from '#core/shared/domain-error.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';

/** The error of each unique constraint that a client or another process can violate. */
const DUPLICATES: Readonly<Record<string, () => DomainError>> = {
  products_sku: () => alreadyExists('sku', 'is already used by another product'),
  categories_siblings: () => alreadyExists('name', 'is already used by another category with the same parent'),
  orders_external_id: duplicateExternalId,
  carts_open_of_user: () => alreadyExists('user_id', 'is already the user of another open cart'),
  orders_checkout: duplicateCheckout,
  invoices_one_of_order: duplicateOrder,
  discounts_code: () => alreadyExists('code', 'is already used by another discount'),
  redirects_path_key: () => alreadyExists('path', 'is already used by another redirect'),
  invoices_subscription_version: () => conflict('The step of the subscription has another invoice.'),
  users_email_key: () => alreadyExists('email', 'is already used by another user'),
};

/** Foreign keys that fail when a user is removed while something of the user is added. */
const REMOVED_USERS = new Set([
  'api_keys_user_id_fkey',
  'sessions_user_id_fkey',
  'one_time_tokens_user_id_fkey',
  'saved_views_user_id_fkey',
  'second_factors_user_id_fkey',
  'passkey_challenges_user_id_fkey',
]);

/** The errors of the function `claim_idempotency_key`. */
const CLAIM_ERRORS: Readonly<Record<string, IdempotencyConflict['reason']>> = {
  RN001: 'completed',
  RN002: 'in_progress',
};

/**
 * SQLSTATE classes and codes of a database that is not available: connections, logins, resources, shutdown, timeouts, and
 * a database that is closed or missing. 26000: the statement was sent behind one that prepares it and was cancelled.
 */
const UNAVAILABLE = /^(08|26000|28|53|57P0[1-5]|57014|55P03|25P03|25006|55000|3D000)/;

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

const BROKEN_CONNECTION =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|query read timeout|not queryable/i;

/** The error of the function `require_saved`: another transaction changed the row. */
const VERSION_CONFLICT = 'RN003';

type PostgresError = Readonly<{ code?: string; constraint?: string; message?: string; cause?: unknown }>;

/** Translates errors of PostgreSQL, its driver and MikroORM to the core's; others are returned unchanged. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof DomainError || typeof error !== 'object' || error === null) return error;
  const { code = '', constraint = '', message = '' } = error as PostgresError;
  const conflictReason = CLAIM_ERRORS[code];
  if (conflictReason !== undefined) return new IdempotencyConflict(conflictReason);
  if (code === '23505') return DUPLICATES[constraint]?.() ?? error;
  if (REMOVED_USERS.has(constraint)) return conflict('The user was removed by another request.', error);
  if (UNAVAILABLE.test(code) || UNREACHABLE.has(code) || BROKEN_CONNECTION.test(message)) {
    return unavailable('The storage is not available.', error);
  }
  return error;
};

const READ_ONLY = '25006';

/** The error of a server that writes nothing, as PostgreSQL has it for a write. */
export const readOnlyError = (message: string): Error => Object.assign(new Error(message), { code: READ_ONLY });

/** Whether the server writes nothing, as a standby: its connections are dropped, so that the next ones reach the primary. */
export const isReadOnly = (error: unknown): boolean => (error as PostgresError | null)?.code === READ_ONLY;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Data that was read has changed; the transaction must be run again. */
export class StaleReadError extends Error {}

/**
 * Constraints that fail when data that was read has changed: a key, a user's default payment method, a product's category
 * or slug, an import's name.
 */
const STALE_READ_CONSTRAINTS = new Set([
  'idempotency_records_key',
  'products_category_id_fkey',
  'products_slug',
  'payment_operations_idempotency_key',
  'payment_methods_idempotency_key',
  'payment_methods_default',
  'imports_name',
]);

const RACED_DUPLICATES: readonly unknown[] = ['products_sku', 'carts_open_of_user'];

/**
 * Whether the transaction may say more when it runs again: another one has added the SKU meanwhile, and a work of several
 * products then finds of which; or it has opened a cart for the user, which is found then.
 */
export const isRacedDuplicate = (error: unknown): boolean =>
  RACED_DUPLICATES.includes((error as PostgresError | null)?.constraint);

/** Whether the transaction may succeed when it runs again. */
export const isTransient = (error: unknown): boolean => {
  const { code = '', constraint = '' } = (typeof error === 'object' && error !== null ? error : {}) as PostgresError;
  if (error instanceof StaleReadError) return true;
  return (
    code === VERSION_CONFLICT ||
    code === SERIALIZATION_FAILURE ||
    code === DEADLOCK ||
    STALE_READ_CONSTRAINTS.has(constraint)
  );
};
