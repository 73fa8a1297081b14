import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { accountKey, addressKey, MAILS, type Throttle } from '../admission/throttle.ts';

type Sender = Readonly<{ actor: Actor; address: string; body: Readonly<{ email?: string; order_id?: string }> }>;

/** Counts a statement of anybody but the staff: it sends mails to an e-mail that nobody has proved. */
export const throttleStatement = async (throttle: Throttle, { actor, address, body }: Sender): Promise<void> => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return;
  await throttle('mail', addressKey(address));
  const order = body.order_id ?? actor.order?.id;
  await throttle('mail', body.email === undefined ? `order ${order}` : accountKey(body.email), MAILS);
};
