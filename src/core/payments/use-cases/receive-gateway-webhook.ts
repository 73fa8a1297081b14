import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError, orNotFound, unavailable } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ReconcilePaymentMethod } from '../methods/use-cases/reconcile-payment-methods.ts';
import type { PaymentId } from '../payment.ts';
import type { Gateways, GatewayWebhook } from '../payment-gateway.ts';
import type { PaymentsTx } from '../ports.ts';
import type { ReconcilePayment } from './reconcile-payments.ts';

type Command = Readonly<{ gateway: string } & Omit<GatewayWebhook, 'at'>>;

/**
 * Handles a gateway's webhook. The webhook only names a charge or a payment method, whose state is then read from the
 * gateway: the order, delay and repetition of webhooks do not matter.
 * @throws DomainError `not_found` for a gateway that is not enabled, `invalid_credentials` for an invalid signature,
 * `unavailable` when the gateway must send it again.
 */
export type ReceiveGatewayWebhook = (command: Command) => Promise<void>;

/** The id by which a webhook is recorded; a webhook without one is handled every time. */
const NAME = /^[\x21-\x7e]{1,255}$/;

type Deps = Readonly<{
  gateways: Gateways;
  unitOfWork: UnitOfWork<PaymentsTx>;
  reconcilePayment: ReconcilePayment;
  reconcilePaymentMethod: ReconcilePaymentMethod;
  systemClock: SystemClock;
}>;

export const makeReceiveGatewayWebhook =
  ({ gateways, unitOfWork, reconcilePayment, reconcilePaymentMethod, systemClock }: Deps): ReceiveGatewayWebhook =>
  async ({ gateway: name, ...sent }) => {
    const isPaymentKnown = async (id: PaymentId) => (await reconcilePayment(id))?.isKnown;
    const gateway = orNotFound(gateways.get(name), 'payment gateway', name);
    const at = systemClock.now();
    const verification = await gateway.verify({ ...sent, at });
    if (verification.kind === 'refused') {
      throw new DomainError('unauthenticated', 'invalid_credentials', `The webhook ${verification.why}.`);
    }
    if (verification.kind === 'unknown') throw unavailable('The webhook cannot be verified now. Send it again.');
    const { key } = verification;
    const id = NAME.test(verification.id ?? '') ? verification.id : null;
    if (key === null) return;
    if (id !== null && (await unitOfWork.run((tx) => tx.payments.isKnownGatewayWebhook(name, id)))) return;
    const isKnown = await (Id.is('pm', key) ? reconcilePaymentMethod(key) : isPaymentKnown(key));
    if (isKnown === undefined) return;
    if (!isKnown) throw unavailable('The state at the gateway is unknown now. Send the webhook again.');
    if (id !== null) await unitOfWork.run((tx) => tx.payments.recordGatewayWebhook(name, id, at));
  };
