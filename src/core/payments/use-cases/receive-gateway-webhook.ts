import type { Clock } from '#core/shared/clock.ts';
import { DomainError, notFound, unavailable } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import { Payment } from '../payment.ts';
import type { Gateways, GatewayWebhook } from '../payment-gateway.ts';
import type { ReconcilePayment } from './reconcile-payment.ts';

type Command = Readonly<{ gateway: string } & Omit<GatewayWebhook, 'at'>>;

/**
 * Takes a gateway's call-back. It says of which charge there is news, and the gateway is asked what they are: so it does not
 * matter in which order call-backs come, how late, or how often.
 * @throws DomainError `not_found` for a gateway that is not switched on, `invalid_credentials` for what it has not sent,
 *   `unavailable` where it has to be sent again.
 */
export type ReceiveGatewayWebhook = (command: Command) => Promise<void>;

/** What can be noted of a call-back; one of another name is looked into as often as it comes. */
const NAME = /^[\x21-\x7e]{1,255}$/;

type Deps = Readonly<{ gateways: Gateways; unitOfWork: UnitOfWork; reconcilePayment: ReconcilePayment; clock: Clock }>;

export const makeReceiveGatewayWebhook =
  ({ gateways, unitOfWork, reconcilePayment, clock }: Deps): ReceiveGatewayWebhook =>
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
    if (id !== null && (await unitOfWork.run((tx) => tx.payments.isKnownWebhook(name, id)))) return;
    const settled = await reconcilePayment(key);
    if (settled === undefined) return;
    // what is asked of the gateway here shows there already, and hides what was done elsewhere
    const isClear = Payment.isOpen(settled.payment) || !Payment.isUnderWay(settled.payment);
    if (!settled.isKnown || !isClear) throw unavailable('It cannot be told now what has happened at the gateway.');
    if (id !== null) await unitOfWork.run((tx) => tx.payments.recordWebhook(name, id, at));
  };
