import { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid, notFound, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Scope } from './scope.ts';

/** What an actor may access where a scope is required: all resources, those of its user or of its one order, or none. */
export type AccessLevel = 'all' | 'own' | 'none';

export const accessLevelOf = ({ scopes, own, order, invoice, cart, checkout }: Actor, scope: Scope): AccessLevel => {
  if (Scope.covers(scopes, scope)) return 'all';
  // a read token of an order grants no write
  if (order !== undefined) return order.mayWrite || scope.endsWith(':read') ? 'own' : 'none';
  if (invoice !== undefined) return scope === 'payments:write' ? 'own' : 'none';
  if (cart !== undefined || checkout !== undefined) return scope.startsWith('orders:') ? 'own' : 'none';
  return own ? 'own' : 'none';
};

/**
 * The user whose resources an actor may list; undefined for the resources of all. The operation has already refused
 * callers with access level `none`.
 */
export const ownerFilterOf = (actor: Actor, scope: Scope): Id<'usr'> | undefined =>
  accessLevelOf(actor, scope) === 'all' ? undefined : Actor.userOf(actor);

/** A resource of a user, of an order, a cart or a checkout that its token opens, or of an invoice that a payment link is for. */
type Owned = Readonly<{
  userId: Id<'usr'> | null;
  orderId?: Id<'ord'>;
  invoiceId?: Id<'inv'>;
  cartId?: Id<'cart'>;
  checkoutId?: Id<'chk'>;
}>;

/** Whether an actor without the scope owns a resource. */
export const owns = (actor: Actor, { userId, orderId, invoiceId, cartId, checkoutId }: Owned): boolean => {
  if (actor.order !== undefined) return actor.order.id === orderId;
  if (actor.invoice !== undefined) return actor.invoice.id === invoiceId;
  if (actor.checkout !== undefined) return actor.checkout.id === checkoutId;
  // a token of a guest's cart no longer opens it once a customer has it
  if (actor.cart !== undefined) return actor.cart.id === cartId && userId === null;
  return userId !== null && userId === actor.userId;
};

/**
 * Requires access to a resource that a user owns.
 * @throws DomainError `not_found` for a resource of another user, `insufficient_scope` for an actor without any access.
 */
export const requireOwnership = (
  actor: Actor,
  scope: Scope,
  { kind, id, ...owned }: Readonly<{ kind: string; id: string }> & Owned,
): void => {
  const level = accessLevelOf(actor, scope);
  // always throws here
  if (level === 'none') Scope.requireAll(actor, [scope], 'This');
  if (level === 'own' && !owns(actor, owned)) throw notFound(kind, id);
};

/**
 * Whose resource an actor creates: customers their own, callers with the scope also those of others.
 * @param requested The caller’s own if omitted.
 * @throws DomainError `insufficient_scope`, `validation_failed` if no user is known, `unknown_reference` for another user.
 */
export const ownerFor = (actor: Actor, scope: Scope, requested: Id<'usr'> | undefined): Id<'usr'> => {
  const access = accessLevelOf(actor, scope);
  if (access === 'none' || actor.order !== undefined) Scope.requireAll(actor, [scope], 'This');
  if (requested === undefined && !actor.own) throw userRequired();
  const own = actor.own ? Actor.userOf(actor) : undefined;
  const userId = requested ?? own;
  if (userId === undefined || (access === 'own' && userId !== own)) throw unknownUser();
  return userId;
};

const userRequired = (): DomainError => invalid([{ path: ['user_id'], code: 'any.required', message: 'is required' }]);

export const unknownUser = (): DomainError =>
  unknownReference([{ path: ['user_id'], code: 'any.only', message: 'must be the id of an existing user' }]);

/** Requires that only who may write all resources writes the fields. @throws DomainError `validation_failed`. */
export const requireWrittenByShop = (actor: Actor, scope: Scope, fields: readonly string[]): void => {
  if (fields.length === 0 || accessLevelOf(actor, scope) === 'all') return;
  const message = 'must be omitted: only the shop writes it';
  throw invalid(fields.map((field) => ({ path: [field], code: 'any.unknown', message })));
};
