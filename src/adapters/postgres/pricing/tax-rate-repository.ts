import { sql } from 'kysely';
import type { TaxRateRepository } from '#core/pricing/ports.ts';
import { TaxRate } from '#core/pricing/tax-rate.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { TaxRateRow, toTaxRate, toTaxRateRow } from '../tables/tax-rates.ts';
import { ruleRepository, ruleStatements } from './rule-repository.ts';

const STATEMENTS = ruleStatements(TaxRateRow, { lockKey: 7_263_541_911 });

const COUNT = prepare()(() => db.selectFrom('tax_rates').select(sql<number>`count(*)::integer`.as('count')));

type Scope = Pick<TaxRateRow, 'id' | 'scope_key' | 'valid_from' | 'valid_to'>;

/** Exported for a test of its plan. */
export const FIND_OVERLAPPING = prepare<Scope>()(($) =>
  db
    .selectFrom('tax_rates')
    .select(columnNames(TaxRateRow))
    .where('scope_key', '=', $('scope_key'))
    .where('id', '<>', $('id'))
    .where(
      sql<boolean>`tstzrange(valid_from, valid_to)
        && tstzrange(${$('valid_from')}::timestamptz, ${$('valid_to')}::timestamptz)`,
    )
    .orderBy('id')
    .limit(1),
);

export const makeTaxRateRepository = (
  session: TransactionSession,
  noteChange: (id: string) => void,
): TaxRateRepository => ({
  ...ruleRepository(STATEMENTS, { session, name: 'tax rate', toRow: toTaxRateRow, toRule: toTaxRate, noteChange }),

  async count() {
    const [row] = await session.query(COUNT({}));
    return row?.count ?? 0;
  },

  async findOverlapping(taxRate) {
    const [row] = await session.query(
      FIND_OVERLAPPING({ ...toTaxRateRow(taxRate), scope_key: TaxRate.scopeKey(taxRate) }),
    );
    return row && toTaxRate(row);
  },
});
