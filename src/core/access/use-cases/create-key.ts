import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/unit-of-work.ts';
import { ApiKey } from '../api-key.ts';
import { Scope } from '../scope.ts';
import type { Tokens } from '../tokens.ts';

/** A key and, this once, the token that it is used with. */
export type IssuedKey = Readonly<{ key: ApiKey; token: string }>;

export type CreateKey = (
  actor: Actor,
  command: Readonly<{ name: string; scopes?: readonly Scope[]; expiresAt?: Date | null }>,
) => Work<IssuedKey>;

type Deps = Readonly<{ clock: Clock; ids: IdGenerator; tokens: Tokens }>;

export const makeCreateKey =
  (deps: Deps): CreateKey =>
  (actor, { name, scopes, expiresAt = null }) =>
  async (tx) => {
    const granted = scopes ?? ([...actor.scopes] as Scope[]);
    requireHeld(actor, granted);
    if (expiresAt !== null && expiresAt <= deps.clock.now()) {
      throw invalid([{ path: ['expires_at'], code: 'date.greater', message: 'must be in the future' }]);
    }
    const issued = issueKey(deps, { userId: actor.userId as Id<'usr'>, name, scopes: granted, expiresAt });
    await tx.apiKeys.add(issued.key);
    return issued;
  };

export const issueKey = (
  { tokens, ids, clock }: Deps,
  given: Pick<ApiKey, 'userId' | 'name' | 'scopes' | 'expiresAt'>,
): IssuedKey => {
  const { token, hash } = tokens.make('cpk');
  const key = ApiKey.create({ ...given, id: ids.next('key'), prefix: token.slice(0, 12), hash, at: clock.now() });
  return { key, token };
};

/** Refuses to grant what the actor does not hold. */
export const requireHeld = (actor: Actor, scopes: readonly Scope[]): void => {
  const missing = scopes.filter((scope) => !Scope.covers(actor.scopes, scope));
  if (missing.length === 0) return;
  const details = { required_scope: missing.join(' '), held_scopes: [...actor.scopes] };
  const message = `Only scopes that the caller holds can be granted; missing: ${missing.join(', ')}.`;
  throw new DomainError('forbidden', 'insufficient_scope', message, { details });
};
