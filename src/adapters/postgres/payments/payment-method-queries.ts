import { type SqlBool, sql } from 'kysely';
import { PAYMENT_METHOD_STATUSES, type PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodListQuery, PaymentMethodQueries } from '#core/payments/methods/payment-method-queries.ts';
import { type PaymentMethodView, paymentMethodList } from '#core/payments/methods/payment-method-view.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsOf, jsonView, nextAction } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';

const t = columnsOf<{ t: 'payment_methods' }>();

/** A payment method `t` as the API shows it. */
export const PAYMENT_METHOD_VIEW = jsonView<PaymentMethodView>()({
  ...resourceMembers('payment_methods', 'payment_method'),
  user_id: t('t.user_id'),
  gateway: t('t.gateway'),
  status: t('t.status'),
  type: t('t.type'),
  brand: t('t.brand'),
  last4: t('t.last4'),
  exp_month: t('t.exp_month'),
  exp_year: t('t.exp_year'),
  is_default: t('t.is_default'),
  next_action: nextAction(t('t.redirect_url')),
  failure_code: t('t.failure_code'),
  failure_message: t('t.failure_message'),
  ...versionMembers('payment_methods'),
});

/** Whether a method is not deleted; written as in the condition of the index by time. */
const LISTED = sql<SqlBool>`t.status not in ('removing', 'removed')`;

/** Excludes deleted methods from lists. */
export const IS_LISTED = constantCondition('listed', LISTED);

const FIND_VIEW = prepare<{ id: PaymentMethodId }>()(($) =>
  db
    .selectFrom('payment_methods as t')
    .crossJoinLateral(PAYMENT_METHOD_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', PAYMENT_METHOD_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id'))
    .where(LISTED),
);

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
    return (await this.#database.query(FIND_VIEW({ id })))[0];
  }

  list(query: PaymentMethodListQuery): Promise<Page<PaymentMethodView>> {
    return readPage(this.#database, paymentMethodPage(query));
  }
}
