import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { CLAIM_METHOD_CHECK } from '#adapters/postgres/payments/claim-check.ts';
import { paymentMethodPage } from '#adapters/postgres/payments/payment-method-queries.ts';
import {
  FIND_DEFAULT_METHOD,
  FIND_METHOD_BY_KEY,
  LOCK_METHODS_OF,
  REMOVE_FAILED_METHODS,
} from '#adapters/postgres/payments/payment-method-repository.ts';
import type { PaymentMethodListQuery } from '#core/payments/methods/ports.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { seedPaymentMethods } from '../../support/seeding/seed-payment-methods.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [USER, METHOD] = [`usr_${padded(16)}`, `pm_${padded(42)}`] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

type Selection = PaymentMethodListQuery['filter'] & Pick<PaymentMethodListQuery, 'ownerId'>;

const FILTERS: Readonly<Record<string, Selection>> = {
  nothing: {},
  'a frequent status': { status: 'active' },
  'a rare status': { status: 'saving' },
  'a status without rows': { status: 'requires_action' },
  'a frequent gateway': { gateway: 'sandbox' },
  'a rare gateway': { gateway: 'stripe' },
  'a gateway without rows': { gateway: 'nobody' },
  'a frequent gateway and a rare status': { gateway: 'sandbox', status: 'saving' },
  'a rare gateway and a status without rows': { gateway: 'stripe', status: 'saving' },
  'a user': { user_id: USER },
  'a user and a status': { user_id: USER, status: 'active' },
  'a user and a gateway': { user_id: USER, gateway: 'stripe' },
  'some ids': { ids: [METHOD, `pm_${padded(19_000)}`] },
  'a customer': { ownerId: USER },
  'a customer and a status without rows': { ownerId: USER, status: 'requires_action' },
  'a customer and a gateway': { ownerId: USER, gateway: 'sandbox' },
  'a customer who asks for another': { ownerId: USER, user_id: `usr_${padded(18)}` },
  'when they were saved': JUNE,
  'a gateway and when they were saved': { gateway: 'sandbox', ...JUNE },
};

const AT = new Date('2026-08-01T00:00:00Z');

const AFTER = { value: '2026-04-01 00:00:00+00', id: METHOD };

const RUN = {
  'the claim of a check': CLAIM_METHOD_CHECK({ at: AT, until: AT }),
  'the default method of a user': FIND_DEFAULT_METHOD({ userId: USER }),
  'the methods of a user': LOCK_METHODS_OF({ userId: USER }),
  'the removal of failed methods': REMOVE_FAILED_METHODS({ before: new Date('2026-01-03T00:00:00Z') }),
  'the search of an idempotency key': FIND_METHOD_BY_KEY({ key: 'none' }),
};

describe('payment method query plans', () => {
  const client = useSeededClient((seeded) => seedPaymentMethods(seeded, MANY));

  const statementsOf = ({ ownerId, ...filter }: Selection) =>
    [undefined, AFTER].map((after) =>
      pageStatement(paymentMethodPage({ filter, ownerId, page: { limit: 20, after } })),
    );

  for (const [name, selection] of Object.entries(FILTERS)) {
    it(`find payment methods by an index for ${name}, and read little more than the page`, () =>
      expectIndexed(client(), statementsOf(selection), 200));
  }

  for (const [name, statement] of Object.entries(RUN)) {
    it(`run ${name} by an index`, () => expectIndexed(client(), [statement], 100));
  }
});
