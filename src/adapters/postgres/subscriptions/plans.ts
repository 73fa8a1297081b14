import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { type Plan, type PlanId, type PlanView, planList, planView } from '#core/subscriptions/plan.ts';
import type { PlanQueries, PlanRepository } from '#core/subscriptions/ports.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { deleteRow, insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { PlanRow, toPlan, toPlanRow } from '../tables/plans.ts';

const LOCK = selectRow(PlanRow, 'for no key update');

const LOCK_FOR_SHARE = selectRow(PlanRow, 'for share');

const INSERT = insertRow(PlanRow);

const UPDATE = prepare<PlanRow>()(($) =>
  db
    .updateTable('plans')
    .set(updatedRow(PlanRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

const REMOVE = deleteRow(PlanRow);

export class PostgresPlanRepository implements PlanRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: PlanId): Promise<Plan> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('plan', id);
    return toPlan(row);
  }

  async find(id: PlanId): Promise<Plan | undefined> {
    const [row] = await this.#session.query(PLAN_VIEW.find({ id }));
    return row && toPlan(row);
  }

  async lockForShare(id: PlanId): Promise<Plan | undefined> {
    const [row] = await this.#session.query(LOCK_FOR_SHARE({ id }));
    return row && toPlan(row);
  }

  async add(plan: Plan): Promise<void> {
    this.#session.send(INSERT(toPlanRow(plan)));
  }

  async save(plan: Plan): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toPlanRow(plan)));
    if (row === undefined) throw conflict(`Plan ${plan.id} was changed by another request.`);
  }

  async remove(id: PlanId): Promise<void> {
    const [row] = await this.#session.query(REMOVE({ id }));
    if (row === undefined) throw notFound('plan', id);
  }
}

/** A plan `t` as the API shows it. */
const PLAN_VIEW = rowView(PlanRow, (row) => planView(toPlan(row)));

const planTable = listTable('plans')(planList);

/** The statement of `list`. */
export const planPage = (query: ListQuery<typeof planList>): PageQuery => listPageQuery(planTable, PLAN_VIEW, query);

export class PostgresPlanQueries implements PlanQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PlanId) {
    const [row] = await this.#database.query(PLAN_VIEW.find({ id }));
    return row && foundView(PLAN_VIEW, row);
  }

  list(query: ListQuery<typeof planList>) {
    return readPage<PlanView>(this.#database, planPage(query));
  }
}
