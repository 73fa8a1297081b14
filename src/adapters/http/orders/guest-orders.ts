import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import { type Guest, requireGuestBuyer } from '#core/orders/guest.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ThrottleGuestOrder } from '../admission/throttle.ts';
import type { OrderInput } from './order-input-schemas.ts';

export type GuestOrderDeps = Readonly<{
  tokens: BearerTokens;
  throttleGuestOrder: ThrottleGuestOrder;
}>;

type Request = Readonly<{ actor: Actor; body: OrderInput; address: string; isDryRun: boolean }>;

/** A guest with the new secret of their order. */
type NewGuest = Guest & Readonly<{ secret: string }>;

/**
 * The guest who orders with a publishable key; undefined for other callers. Counts the order, and not a quote.
 * @throws DomainError `validation_failed`, HttpError `rate_limited`.
 */
export const guestOf = async (deps: GuestOrderDeps, request: Request): Promise<NewGuest | undefined> => {
  const { actor, body, address, isDryRun } = request;
  if (actor.kind !== 'publishable_key') return undefined;
  requireGuestBuyer(actor, { userId: body.user_id, email: body.email, isQuote: isDryRun });
  if (!isDryRun) await deps.throttleGuestOrder(actor, { address, email: body.email });
  const { token: secret, hash: secretHash } = deps.tokens.make('cpo');
  return { secret, secretHash };
};
