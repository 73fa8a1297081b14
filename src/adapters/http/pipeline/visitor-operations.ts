import { HttpError } from './problem.ts';
import type { Route } from './route.ts';

/**
 * The operations that a publishable key may call, by id, and no others, whatever its owner may do. All of them treat its
 * caller as a visitor: anybody may read the key in the source of a page.
 */
const VISITOR_OPERATIONS: ReadonlySet<string> = new Set([
  'listProducts',
  'getProduct',
  'listCategories',
  'getCategory',
  'getCategoryTree',
  'signIn',
  'requestPasswordReset',
  'resetPassword',
  'verifyEmail',
]);

type Operation = Pick<Route, 'operationId' | 'access'>;

export const isForVisitors = ({ operationId }: Operation): boolean => VISITOR_OPERATIONS.has(operationId);

/**
 * Rejects the caller of a publishable key. Unlike other rejections it is not audited: visitors can send as many as they
 * like.
 * @throws HttpError `insufficient_scope` for an operation that is not listed.
 */
export const authorizeVisitor = (operation: Operation): void => {
  if (isForVisitors(operation)) return;
  const { access } = operation;
  const detail = 'A publishable key may not do this: use a secret key on a server, or the session of a user.';
  const required = access?.kind === 'scope' ? { required_scope: access.scope } : {};
  throw new HttpError(403, 'insufficient_scope', detail, { members: { ...required, held_scopes: [] } });
};
