import { CAPABILITIES, type CapabilityScope } from '#core/capabilities.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';

/** What a key or a session may do; `*` is everything. */
export type Scope = CapabilityScope | '*';

export const SCOPES: readonly Scope[] = [...CAPABILITIES.flatMap(({ scopes }): readonly Scope[] => scopes), '*'];

const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export const Scope = {
  /**
   * The scopes among stored values. A key or a user may hold values that no capability declares, because the capability
   * is not installed: they stay stored and have no effect.
   */
  known: (values: Iterable<string>): Scope[] => [...values].filter((value): value is Scope => KNOWN.has(value)),

  /** Whether the granted scopes include a scope. */
  covers: (held: ReadonlySet<string>, scope: Scope): boolean => held.has('*') || held.has(scope),

  /** The requested scopes that are granted. */
  within: (held: ReadonlySet<string>, requested: readonly Scope[]): ReadonlySet<Scope> =>
    requested.includes('*')
      ? (held as ReadonlySet<Scope>)
      : new Set(requested.filter((scope) => Scope.covers(held, scope))),

  /**
   * Refuses an actor that lacks one of the scopes; unknown ones are ignored.
   * @throws DomainError `insufficient_scope` with the missing scopes.
   */
  requireAll: (actor: Actor, scopes: Iterable<Scope>, purpose: string): void => {
    const missing = Scope.known(scopes).filter((scope) => !Scope.covers(actor.scopes, scope));
    if (missing.length > 0)
      throw insufficientScope(actor, missing, `${purpose} needs the scope ${missing.join(', ')}.`);
  },

  /**
   * Refuses an actor that has none of the scopes.
   * @throws DomainError `insufficient_scope` with all of them.
   */
  requireAny: (actor: Actor, scopes: readonly Scope[], purpose: string): void => {
    if (scopes.some((scope) => Scope.covers(actor.scopes, scope))) return;
    throw insufficientScope(actor, scopes, `${purpose} needs one of the scopes ${scopes.join(', ')}.`);
  },
};

const insufficientScope = (actor: Actor, missing: readonly Scope[], message: string): DomainError =>
  new DomainError('forbidden', 'insufficient_scope', message, {
    details: { required_scope: missing.join(' '), held_scopes: [...actor.scopes] },
  });
