import { expect } from 'chai';
import type { IdempotencyKey } from '#core/shared/idempotency.ts';
import { aUser, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aPayment } from '../../support/builders/payment-builders.ts';
import { aMethod, anActiveMethod } from '../../support/builders/payment-method-builders.ts';
import { aFactor, aPasskey } from '../../support/builders/second-factors.ts';
import { anEndpoint } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const encryptedDataContract = (name: string, open: OpenStorage): void => {
  describe(`EncryptedData on ${name}`, () => {
    const storage = useStorage(open);
    const data = () => storage().encryptedData;

    const complete = (key: string, body: string): Promise<IdempotencyKey> => {
      const request = { account: 'usr_1', operation: 'POST /api/auth/keys', key };
      return storage().unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(request, noonPlus(-60));
        const record = { fingerprint: 'f', status: 201, headers: {}, body, mentionedIds: [], at: NOON };
        await tx.idempotency.complete(request, record);
        return request;
      });
    };
    const bodyOf = async (key: IdempotencyKey) => (await storage().idempotencyQueries.find(key, noonPlus(-60)))?.body;

    it('has no key checks at first, and each added one once', async () => {
      expect(await data().keyChecks()).to.deep.equal([]);
      for (const check of ['a', 'b', 'a']) await data().addKeyCheck(check);
      expect([...(await data().keyChecks())].sort()).to.deep.equal(['a', 'b']);
    });

    it('keeps one key check', async () => {
      for (const check of ['a', 'b', 'c']) await data().addKeyCheck(check);
      await data().keepKeyCheck('b');
      expect(await data().keyChecks()).to.deep.equal(['b']);
    });

    it('rewrites secrets of endpoints and second factors, references of payment methods, also of charged ones, and encrypted responses, and nothing else', async () => {
      const method = anActiveMethod();
      const charged = aPayment({ methodId: method.id, token: 'charged' });
      const endpoint = {
        ...anEndpoint(),
        secrets: ['new', 'old'].map((encrypted, index) => ({
          encrypted,
          expiresAt: index === 0 ? null : noonPlus(60),
        })),
      };
      const user = aUser();
      const { factor } = aFactor(user, { secret: 'a secret' });
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(user);
        await tx.secondFactors.add(factor);
        await tx.secondFactors.add(aPasskey(user, noonPlus(1)));
        await tx.webhooks.add(endpoint);
        await tx.paymentMethods.add(method);
        await tx.paymentMethods.add(aMethod());
        for (const payment of [charged, aPayment()]) await tx.payments.begin(payment, {}, payment.amount);
      });
      const [encrypted, plain, empty] = [
        await complete('one', 'ZW5jcnlwdGVk'),
        await complete('two', '{"a": 1}'),
        await complete('three', ''),
      ];
      const passed: string[] = [];
      const count = await data().rewrite((value) => {
        passed.push(value);
        return `${value}_again`;
      });
      expect(count).to.equal(6);
      expect(passed.sort()).to.deep.equal(['ZW5jcnlwdGVk', 'a secret', 'charged', 'encrypted', 'new', 'old']);
      const stored = await storage().unitOfWork.run((tx) => tx.webhooks.get(endpoint.id));
      const secrets = endpoint.secrets.map((secret) => ({ ...secret, encrypted: `${secret.encrypted}_again` }));
      expect(stored).to.deep.equal({ ...endpoint, secrets });
      const [stillIts] = await storage().unitOfWork.run((tx) => tx.secondFactors.listOf(user.id));
      expect(stillIts).to.deep.equal({ ...factor, secret: 'a secret_again' });
      const rewritten = await storage().unitOfWork.run((tx) => tx.paymentMethods.get(method.id));
      expect(rewritten).to.deep.equal({ ...method, reference: 'encrypted_again' });
      const payment = await storage().unitOfWork.run((tx) => tx.payments.get(charged.id));
      expect(payment).to.deep.equal({ ...charged, token: 'charged_again' });
      expect([await bodyOf(encrypted), await bodyOf(plain), await bodyOf(empty)]).to.deep.equal([
        'ZW5jcnlwdGVk_again',
        '{"a": 1}',
        '',
      ]);
    });

    it('stores nothing when values stay the same', async () => {
      const passed: string[] = [];
      await data().rewrite((value) => {
        passed.push(value);
        return value;
      });
      const again: string[] = [];
      await data().rewrite((value) => {
        again.push(value);
        return value;
      });
      expect(again.sort()).to.deep.equal(passed.sort());
    });
  });
};
