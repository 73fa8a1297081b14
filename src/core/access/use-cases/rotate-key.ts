import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/unit-of-work.ts';
import { ApiKey, type ApiKeyId } from '../api-key.ts';
import type { Tokens } from '../tokens.ts';
import { type IssuedKey, issueKey, requireHeld } from './create-key.ts';

/** Issues a key of the same name, scopes and end, and lets the old one end when the overlap does. */
export type RotateKey = (actor: Actor, command: Readonly<{ id: ApiKeyId; overlapSeconds: number }>) => Work<IssuedKey>;

export const makeRotateKey =
  (deps: { clock: Clock; ids: IdGenerator; tokens: Tokens }): RotateKey =>
  (actor, { id, overlapSeconds }) =>
  async (tx) => {
    const old = await tx.apiKeys.get(id);
    requireHeld(actor, old.scopes);
    const at = deps.clock.now();
    const ending = ApiKey.endBy(old, new Date(at.getTime() + overlapSeconds * 1000), at);
    // whoever rotates another's key gets one of their own: a secret in their hands ends with their permissions
    const issued = issueKey(deps, { ...old, userId: actor.userId ?? old.userId });
    await tx.apiKeys.save(ending);
    await tx.apiKeys.add(issued.key);
    return issued;
  };
