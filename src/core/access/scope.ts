import { CAPABILITIES, type CapabilityScope } from '#core/capabilities.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Manifest } from '#core/shared/manifest.ts';

/** What a key or a session may do; `*` is everything. */
export type Scope = CapabilityScope | '*';

export const SCOPES: readonly Scope[] = [...CAPABILITIES.flatMap(({ scopes }): readonly Scope[] => scopes), '*'];

const KNOWN: ReadonlySet<string> = new Set(SCOPES);

const known = (values: Iterable<string>): Scope[] => [...values].filter((value): value is Scope => KNOWN.has(value));

const MANIFESTS: readonly Manifest[] = CAPABILITIES;

/** The scopes that each scope includes. */
const INCLUDED: ReadonlyMap<string, readonly Scope[]> = new Map(
  MANIFESTS.flatMap(({ includedScopes = {} }) => Object.entries(includedScopes)).map(([scope, included]) => [
    scope,
    known(included),
  ]),
);

export const Scope = {
  /**
   * The scopes among stored values. A key or a user may hold values that no capability declares, because the capability
   * is not installed: they stay stored and have no effect.
   */
  known,

  /** Whether a scope grants another one: itself, one that it includes, or as `*` any. */
  grants: (granted: string, scope: Scope): boolean =>
    granted === scope || granted === '*' || INCLUDED.get(granted)?.includes(scope) === true,

  /** Whether one of the scopes grants a scope. */
  covers: (held: ReadonlySet<string>, scope: Scope): boolean =>
    held.has('*') || held.has(scope) || [...INCLUDED.keys()].some((key) => held.has(key) && Scope.grants(key, scope)),

  /** The requested scopes that are granted; of one that is not granted, those that it includes and that are. */
  within: (held: ReadonlySet<string>, requested: readonly Scope[]): ReadonlySet<Scope> =>
    requested.includes('*')
      ? (held as ReadonlySet<Scope>)
      : new Set(
          requested.flatMap((scope) =>
            Scope.covers(held, scope)
              ? [scope]
              : (INCLUDED.get(scope) ?? []).filter((included) => Scope.covers(held, included)),
          ),
        ),

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
