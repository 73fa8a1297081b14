import type { Clock } from '#core/shared/clock.ts';
import { DomainError, notFound, unavailable } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import type { Callback, Gateways } from '../payment-gateway.ts';
import type { SettlePayment } from './settle-payment.ts';

type Command = Readonly<{ gateway: string } & Omit<Callback, 'at'>>;

/**
 * Takes a gateway's call-back. It says of which charge there is news, and the gateway is asked what they are: so it does not
 * matter in which order call-backs come, how late, or how often.
 * @throws DomainError `not_found` for a gateway that is not switched on, `invalid_credentials` for what it has not sent,
 *   `unavailable` where it has to be sent again.
 */
export type ReceiveCallback = (command: Command) => Promise<void>;

type Deps = Readonly<{ gateways: Gateways; unitOfWork: UnitOfWork; settlePayment: SettlePayment; clock: Clock }>;

export const makeReceiveCallback =
  ({ gateways, unitOfWork, settlePayment, clock }: Deps): ReceiveCallback =>
  async ({ gateway: name, ...sent }) => {
    const gateway = gateways.get(name);
    if (gateway === undefined) throw notFound('payment gateway', name);
    const at = clock.now();
    const verification = await gateway.verify({ ...sent, at });
    if (verification.kind === 'refused') {
      throw new DomainError('unauthenticated', 'invalid_credentials', `The call-back ${verification.why}.`);
    }
    const { id, key } = verification;
    if (key === null) return;
    const isKnown = await unitOfWork.run((tx) => tx.payments.isKnownCallback(name, id));
    if (isKnown) return;
    const settled = await settlePayment(key);
    if (settled === undefined) return;
    if (!settled.isTold) throw unavailable('The gateway could not be asked what has happened.');
    await unitOfWork.run((tx) => tx.payments.noteCallback(name, id, at));
  };
