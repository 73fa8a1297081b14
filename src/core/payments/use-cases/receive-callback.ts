import type { Clock } from '#core/shared/clock.ts';
import { DomainError, notFound, unavailable } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import { Payment } from '../payment.ts';
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

/** What can be noted of a call-back; one of another name is looked into as often as it comes. */
const NAME = /^[\x21-\x7e]{1,255}$/;

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
    if (verification.kind === 'unknown') throw unavailable('It cannot be told now whether the gateway has sent this.');
    const { key } = verification;
    const id = NAME.test(verification.id ?? '') ? verification.id : null;
    if (key === null) return;
    if (id !== null && (await unitOfWork.run((tx) => tx.payments.isKnownCallback(name, id)))) return;
    const settled = await settlePayment(key);
    if (settled === undefined) return;
    // what is asked of the gateway here shows there already, and hides what was done elsewhere
    const isClear = Payment.isOpen(settled.payment) || !Payment.isUnderWay(settled.payment);
    if (!settled.isTold || !isClear) throw unavailable('It cannot be told now what has happened at the gateway.');
    if (id !== null) await unitOfWork.run((tx) => tx.payments.noteCallback(name, id, at));
  };
