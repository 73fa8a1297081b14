import { expect } from 'chai';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { returnPage } from '#adapters/postgres/returns/return-queries.ts';
import type { ReturnListQuery } from '#core/returns/ports.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { seedReturns } from '../../support/seeding/seed-returns.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [ORDER, USER, RETURN] = [`ord_${padded(40)}`, `usr_${padded(16)}`, `ret_${padded(42)}`] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

type Selection = ReturnListQuery['filter'] & Pick<ReturnListQuery, 'ownerId'>;

const FILTERS: Readonly<Record<string, Selection>> = {
  nothing: {},
  'a frequent status': { status: 'received' },
  'a rare status': { status: 'approved' },
  'a status without rows': { status: 'rejected' },
  'an order': { order_id: ORDER },
  'an order and a status': { order_id: ORDER, status: 'received' },
  'a user': { user_id: USER },
  'a user and a status': { user_id: USER, status: 'requested' },
  'some ids': { ids: [RETURN, `ret_${padded(19_000)}`] },
  'some ids and a status': { ids: [RETURN], status: 'approved' },
  'a customer': { ownerId: USER },
  'a customer and a rare status': { ownerId: USER, status: 'approved' },
  'a customer and a status without rows': { ownerId: USER, status: 'rejected' },
  "a customer and another's order": { ownerId: USER, order_id: ORDER },
  'a customer who asks for another': { ownerId: USER, user_id: `usr_${padded(18)}` },
  'when they were made': JUNE,
  'a frequent status and when they were made': { status: 'received', ...JUNE },
  'a rare status and when they were made': { status: 'approved', ...JUNE },
  'a user and when they were made': { user_id: USER, ...JUNE },
  'a customer and when they were made': { ownerId: USER, ...JUNE },
  'an order and when they were made': { order_id: ORDER, ...JUNE },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: RETURN };

describe('return query plans', () => {
  const client = useSeededClient((seeded) => seedReturns(seeded, MANY));

  const statementsOf = ({ ownerId, ...filter }: Selection) =>
    [undefined, AFTER].flatMap((after) =>
      [true, false].map((descending) => {
        const sort = { by: 'created_at', descending } as const;
        return pageStatement(returnPage({ filter, ownerId, sort, page: { limit: 20, after } }));
      }),
    );

  for (const [name, selection] of Object.entries(FILTERS)) {
    it(`find returns by an index for ${name}`, async () => {
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

  it('report a missing index', async () => {
    await client().query('begin; drop index returns_status');
    const [{ text, values = [] } = { text: '' }] = statementsOf({ status: 'rejected' });
    const touched = await rowsTouched(client(), text, values);
    await client().query('rollback');
    expect(touched).to.be.at.least(MANY);
  });
});
