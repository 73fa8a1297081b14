import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';

/** What a key or a session may do; `*` is everything. */
export const SCOPES = [
  'products:read',
  'products:write',
  'categories:write',
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'invoices:read',
  'invoices:write',
  'subscriptions:read',
  'subscriptions:write',
  'users:read',
  'users:write',
  'analytics:read',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'audit:read',
  'keys:read',
  'keys:write',
  '*',
] as const;

export type Scope = (typeof SCOPES)[number];

export const Scope = {
  /** Whether what is held covers a scope. */
  covers: (held: ReadonlySet<string>, scope: Scope): boolean => held.has('*') || held.has(scope),

  /** What is left of the wanted scopes where only some are held. */
  within: (held: ReadonlySet<string>, wanted: readonly Scope[]): ReadonlySet<Scope> =>
    wanted.includes('*') ? (held as ReadonlySet<Scope>) : new Set(wanted.filter((scope) => Scope.covers(held, scope))),

  /** Refuses an actor that lacks one of these. @throws DomainError `insufficient_scope`, which says what is missing. */
  requireAll: (actor: Actor, scopes: Iterable<Scope>, purpose: string): void => {
    const missing = [...scopes].filter((scope) => !Scope.covers(actor.scopes, scope));
    if (missing.length > 0)
      throw insufficientScope(actor, missing, `${purpose} needs the scope ${missing.join(', ')}.`);
  },
};

const insufficientScope = (actor: Actor, missing: readonly Scope[], message: string): DomainError =>
  new DomainError('forbidden', 'insufficient_scope', message, {
    details: { required_scope: missing.join(' '), held_scopes: [...actor.scopes] },
  });
