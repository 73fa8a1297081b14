// Why: docs/decisions/0031-publishable-keys.md

import type { Actor } from '#core/shared/actor.ts';
import { HttpError } from '../responses/problem.ts';
import type { Route } from '../routing/route.ts';
import { tokenOf } from './resource-tokens.ts';

/**
 * The operations that a publishable key may call, by id, and no others, whatever its owner may do. All of them treat its
 * caller as a visitor: anybody may read the key in the source of a page.
 */
const VISITOR_OPERATIONS: ReadonlySet<string> = new Set([
  'listProducts',
  'suggestProducts',
  'getProduct',
  'getProductJsonLd',
  'getGoogleFeed',
  'listCategories',
  'getCategory',
  'getCategoryTree',
  'listRedirects',
  'getRedirect',
  'createCart',
  'createCheckout',
  'createOrder',
  'createWithdrawal',
  'createUser',
  'listPaymentGateways',
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
 * @throws HttpError `insufficient_scope` for an operation that is not listed, or that the order token does not allow.
 */
export const authorizeVisitor = (operation: Operation, actor: Actor): void => {
  if (isForVisitors(operation)) return;
  const { access } = operation;
  const scope = access?.kind === 'scope' ? access.scope : undefined;
  const reject = (detail: string): never => {
    const required = scope === undefined ? {} : { required_scope: scope };
    throw new HttpError(403, 'insufficient_scope', detail, { members: { ...required, held_scopes: [] } });
  };
  const token = tokenOf(operation);
  if (token === undefined) {
    reject('A publishable key may not do this: use a secret key on a server, or the session of a user.');
  } else if (actor[token.name] === undefined) {
    reject(`A publishable key may only do this with the header ${token.header}: ${token.opensBy}.`);
  } else if (actor.order?.mayWrite === false && scope?.endsWith(':write')) {
    reject('The token of a link may only read the order: send its client_secret as Order-Token.');
  }
};
