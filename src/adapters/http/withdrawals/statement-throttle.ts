import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { addressKey, type Throttle } from '../admission/throttle.ts';

type Sender = Readonly<{ actor: Actor; address: string }>;

/** Counts a statement of anybody but the staff for its network alone: nobody else can keep a consumer from stating theirs. */
export const throttleStatement = async (throttle: Throttle, { actor, address }: Sender): Promise<void> => {
  if (accessLevelOf(actor, 'orders:write') !== 'all') await throttle('withdrawal', addressKey(address));
};
