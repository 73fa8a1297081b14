import { expect } from 'chai';
import { paymentBy } from '#core/checkouts/steps/payment-by.ts';
import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { anActor, aUser, momentAt, NOON } from '../../support/builders/builders.ts';
import { aMethod } from '../../support/builders/payment-method-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('the payment of a checkout by a method that its gateway does not save at once', () => {
  it('is refused with where the customer confirms the method', async () => {
    const { unitOfWork } = await openMemoryStorage();
    const user = aUser();
    const waiting = PaymentMethod.awaitPayer(
      aMethod({ userId: user.id }),
      'https://bank.example/confirm',
      momentAt(NOON),
    );
    const deps = { unitOfWork, savePaymentMethod: async () => async () => waiting };
    const payment = { token: 'tok', returnUrl: null, address: '127.0.0.1', idempotency: null };
    const saving = { key: 'save', fingerprint: 'save' };
    const error = await paymentBy(deps, anActor(user), {
      checkout: { userId: user.id },
      payment: { ...payment, saving },
    }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DomainError);
    expect((error as DomainError).details).to.deep.include({
      current_state: 'requires_action',
      payment_method_id: waiting.id,
      next_action: { redirect_url: 'https://bank.example/confirm' },
    });
  });
});
