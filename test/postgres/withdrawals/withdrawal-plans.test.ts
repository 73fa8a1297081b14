import { expect } from 'chai';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { withdrawalPage } from '#adapters/postgres/withdrawals/withdrawal-queries.ts';
import { CLAIM_DUE, LIST_RECEIVED, LOCK_OF_BUYER } from '#adapters/postgres/withdrawals/withdrawal-repository.ts';
import type { WithdrawalListQuery } from '#core/withdrawals/ports.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { seedWithdrawals } from '../../support/seeding/seed-withdrawals.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [ORDER, USER, WITHDRAWAL] = [`ord_${padded(40)}`, `usr_${padded(16)}`, `wdr_${padded(42)}`] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

type Selection = WithdrawalListQuery['filter'] & Pick<WithdrawalListQuery, 'ownerId'>;

const FILTERS: Readonly<Record<string, Selection>> = {
  nothing: {},
  'a frequent status': { status: 'completed' },
  'a rare status': { status: 'accepted' },
  'a status without rows': { status: 'rejected' },
  'an order': { order_id: ORDER },
  'an order and a status': { order_id: ORDER, status: 'completed' },
  'a user': { user_id: USER },
  'a user and a status': { user_id: USER, status: 'received' },
  'some ids': { ids: [WITHDRAWAL, `wdr_${padded(19_000)}`] },
  'some ids and a status': { ids: [WITHDRAWAL], status: 'accepted' },
  'a customer': { ownerId: USER },
  'a customer and a rare status': { ownerId: USER, status: 'accepted' },
  'a customer and a status without rows': { ownerId: USER, status: 'rejected' },
  "a customer and another's order": { ownerId: USER, order_id: ORDER },
  'a customer who asks for another': { ownerId: USER, user_id: `usr_${padded(18)}` },
  'when they were made': JUNE,
  'a frequent status and when they were made': { status: 'completed', ...JUNE },
  'a rare status and when they were made': { status: 'accepted', ...JUNE },
  'a user and when they were made': { user_id: USER, ...JUNE },
  'a customer and when they were made': { ownerId: USER, ...JUNE },
  'an order and when they were made': { order_id: ORDER, ...JUNE },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: WITHDRAWAL };

describe('withdrawal query plans', () => {
  const client = useSeededClient((seeded) => seedWithdrawals(seeded, MANY));

  const statementsOf = ({ ownerId, ...filter }: Selection) =>
    [undefined, AFTER].flatMap((after) =>
      [true, false].map((descending) => {
        const sort = { by: 'created_at', descending } as const;
        return pageStatement(withdrawalPage({ filter, ownerId, sort, page: { limit: 20, after } }));
      }),
    );

  for (const [name, selection] of Object.entries(FILTERS)) {
    it(`find withdrawals by an index for ${name}`, async () => {
      for (const { text, values = [] } of statementsOf(selection)) {
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      }
    });

    it(`read little more than the page for ${name}`, async () => {
      for (const { text, values = [] } of statementsOf(selection)) {
        expect(await rowsTouched(client(), text, values)).to.be.lessThan(100);
      }
    });
  }

  it('read little more than what they need for the next one that is due, those of an order and those of a buyer', async () => {
    const statements = [
      CLAIM_DUE({ at: new Date('2026-12-01T00:00:00Z'), nextAt: new Date('2026-12-02T00:00:00Z') }),
      LIST_RECEIVED({ orderId: ORDER }),
      LOCK_OF_BUYER({ orderIds: [ORDER], emailKey: 'ada-42@example.com' }),
      LOCK_OF_BUYER({ orderIds: [], emailKey: null }),
    ];
    for (const { text, values = [] } of statements) {
      expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      expect(await rowsTouched(client(), text, values)).to.be.lessThan(20);
    }
  });

  it('report a missing index', async () => {
    await client().query('begin; drop index withdrawals_status');
    const [{ text, values = [] } = { text: '' }] = statementsOf({ status: 'rejected' });
    const touched = await rowsTouched(client(), text, values);
    await client().query('rollback');
    expect(touched).to.be.at.least(MANY);
  });
});
