import { sql } from 'kysely';
import {
  PAYMENT_METHOD_STATUSES,
  type PaymentMethodId,
  type PaymentMethodView,
  paymentMethodList,
  paymentMethodView,
} from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodListQuery, PaymentMethodQueries } from '#core/payments/methods/ports.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { PaymentMethodRow, toPaymentMethod } from '../tables/payment-methods.ts';

/** A payment method `t` as the API shows it. */
export const PAYMENT_METHOD_VIEW = rowView(PaymentMethodRow, (row) => paymentMethodView(toPaymentMethod(row)));

/** Excludes deleted methods from lists; written as in the condition of the index by time. */
export const IS_LISTED = constantCondition('listed', sql`t.status not in ('removing', 'removed')`);

const methodTable = listTable('payment_methods')(paymentMethodList);

/** The statement of `list`, for tests of its plan. */
export const paymentMethodPage = ({ ownerId, ...query }: PaymentMethodListQuery): PageQuery => {
  const { user_id, ids, gateway, status } = query.filter;
  const isSelective = [user_id, ids, ownerId].some((value) => value !== undefined);
  // the index on the gateway is sorted within each status
  const isEachStatus = gateway !== undefined && status === undefined && !isSelective;
  const conditions = [IS_LISTED, ...(ownerId === undefined ? [] : [columnEquals('user_id', ownerId)])];
  return {
    ...listPageQuery(methodTable, PAYMENT_METHOD_VIEW, { ...query, conditions }),
    anyOf: isEachStatus ? { column: 'status', values: PAYMENT_METHOD_STATUSES } : undefined,
  };
};

export class PostgresPaymentMethodQueries implements PaymentMethodQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PaymentMethodId): ReturnType<PaymentMethodQueries['find']> {
    const [row] = await this.#database.query(PAYMENT_METHOD_VIEW.find({ id }));
    if (row === undefined || row.status === 'removing' || row.status === 'removed') return undefined;
    return { ...foundView(PAYMENT_METHOD_VIEW, row), userId: row.user_id };
  }

  list(query: PaymentMethodListQuery): Promise<Page<PaymentMethodView>> {
    return readPage(this.#database, paymentMethodPage(query));
  }
}
