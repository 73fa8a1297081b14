import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { accountKey, addressKey, MAILS, type Throttle } from '../admission/throttle.ts';

type Sender = Readonly<{
  actor: Actor;
  address: string;
  body: Readonly<{ email?: string; order_id?: string; subscription_id?: string }>;
}>;

/** Counts a statement of anybody but the staff: it sends mails to an e-mail that nobody has proved. */
export const throttleStatement = async (throttle: Throttle, { actor, address, body }: Sender): Promise<void> => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return;
  await throttle('mail', addressKey(address));
  const contract = body.order_id ?? body.subscription_id ?? actor.order?.id;
  // strangers cannot use up the limit of a contract, whose id they do not know
  const who = contract === undefined ? accountKey(body.email ?? '') : `contract ${contract}`;
  await throttle('mail', who, MAILS);
};
