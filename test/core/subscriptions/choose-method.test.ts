import { expect } from 'chai';
import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import { makeChooseMethod } from '#core/subscriptions/use-cases/choose-method.ts';
import { anActor, aUser, momentAt, noonPlus } from '../../support/builders/builders.ts';
import { aMethod, anActiveMethod } from '../../support/builders/payment-method-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('the payment method of a subscription', () => {
  /** Chooses a token that is saved as the method. */
  const choose = async (saved: PaymentMethod): Promise<PaymentMethod> => {
    const { unitOfWork } = await openMemoryStorage();
    const chooseMethod = makeChooseMethod({ unitOfWork, savePaymentMethod: async () => async () => saved });
    return chooseMethod(anActor(aUser()), {
      choice: { token: 'tok_success' },
      userId: saved.userId,
      returnUrl: null,
      address: '192.0.2.1',
      idempotency: null,
    });
  };

  it('is saved from a token', async () => {
    const saved = anActiveMethod();
    expect(await choose(saved)).to.equal(saved);
  });

  it('is a conflict if another request deletes it while it is saved', async () => {
    const error = await rejectionOf(choose(PaymentMethod.remove(aMethod(), momentAt(noonPlus(1)))));
    expect(error).to.include({ code: 'conflict', message: 'The payment method was deleted by another request.' });
  });

  it('is not available while the gateway has not saved it', async () => {
    expect(await rejectionOf(choose(aMethod()))).to.include({ code: 'unavailable' });
  });

  it('must be authenticated first if its gateway requires it', async () => {
    const asking = PaymentMethod.awaitPayer(aMethod(), 'https://bank.example/approve', momentAt(noonPlus(1)));
    expect(await rejectionOf(choose(asking))).to.include({ code: 'invalid_state' });
  });
});
