import { sql } from 'kysely';
import type { ShippingMethodRepository } from '#core/pricing/ports.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { ShippingMethodRow, toShippingMethod, toShippingMethodRow } from '../tables/shipping-methods.ts';
import { ruleRepository, ruleStatements } from './rule-repository.ts';

const STATEMENTS = ruleStatements(ShippingMethodRow, { lockKey: 7_263_541_912 });

const COUNT = prepare()(() => db.selectFrom('shipping_methods').select(sql<number>`count(*)::integer`.as('count')));

export const makeShippingMethodRepository = (
  session: TransactionSession,
  noteChange: (id: string) => void,
): ShippingMethodRepository => ({
  ...ruleRepository(STATEMENTS, {
    session,
    name: 'shipping method',
    toRow: toShippingMethodRow,
    toRule: toShippingMethod,
    noteChange,
  }),

  async count() {
    const [row] = await session.query(COUNT({}));
    return row?.count ?? 0;
  },
});
