import { alreadyExists, conflict, DomainError, unavailable } from '#core/shared/domain-error.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';

/** What a broken unique constraint means to a client. */
const DUPLICATES: Readonly<Record<string, () => DomainError>> = {
  products_sku: () => alreadyExists('sku', 'is the sku of another product'),
  users_email_key: () => alreadyExists('email', 'is the e-mail of another user'),
};

/** Constraints that break where a user is removed while something of theirs is made. */
const REMOVED_USERS = new Set(['api_keys_user_id_fkey', 'sessions_user_id_fkey', 'one_time_tokens_user_id_fkey']);

/** What the function `take_request_name` fails with. */
const TAKEN_NAMES: Readonly<Record<string, IdempotencyConflict['reason']>> = {
  RN001: 'completed',
  RN002: 'in_progress',
};

/**
 * SQLSTATE classes and codes of a database that can't serve now: connections, logins, resources, shutdown, time-outs, and
 * a database that is closed or gone.
 */
const UNAVAILABLE = /^(08|28|53|57P0[1-5]|57014|55P03|25P03|25006|55000|3D000)/;

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

const BROKEN_CONNECTION =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable/i;

/** What the function `require_saved` fails with. */
const CHANGED_MEANWHILE = 'RN003';

type PostgresError = Readonly<{ code?: string; constraint?: string; message?: string; cause?: unknown }>;

/** PostgreSQL's, its driver's and MikroORM's errors in the core's words; what is none of the core's business unchanged. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof DomainError || typeof error !== 'object' || error === null) return error;
  const { code = '', constraint = '', message = '' } = error as PostgresError;
  const takenBy = TAKEN_NAMES[code];
  if (takenBy !== undefined) return new IdempotencyConflict(takenBy);
  if (code === '23505') return DUPLICATES[constraint]?.() ?? error;
  if (REMOVED_USERS.has(constraint)) return conflict('The user was removed meanwhile.', error);
  if (UNAVAILABLE.test(code) || UNREACHABLE.has(code) || BROKEN_CONNECTION.test(message)) {
    return unavailable('The storage cannot be reached right now.', error);
  }
  return error;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** What was read is so no more, and the transaction is to be done again. */
export class StaleReadError extends Error {}

/** Constraints that break where what was read is so no more: the name of a request, a product's category. */
const OUTDATED = new Set(['answers_name', 'products_category_id_fkey', 'payment_operations_request']);

/** Whether the same transaction may well succeed if it is tried again. */
export const isTransient = (error: unknown): boolean => {
  const { code = '', constraint = '' } = (typeof error === 'object' && error !== null ? error : {}) as PostgresError;
  if (error instanceof StaleReadError) return true;
  return code === CHANGED_MEANWHILE || code === SERIALIZATION_FAILURE || code === DEADLOCK || OUTDATED.has(constraint);
};
