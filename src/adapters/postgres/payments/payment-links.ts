import {
  type PaymentLink,
  type PaymentLinkId,
  paymentLinkList,
  storedPaymentLinkView,
} from '#core/payments/links/payment-link.ts';
import type { PaymentLinkQueries, PaymentLinkRepository } from '#core/payments/links/ports.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { PaymentLinkRow, toPaymentLink, toPaymentLinkRow } from '../tables/payment-links.ts';

const LOCK = selectRow(PaymentLinkRow, 'for no key update');

const LOCK_FOR_SHARE = selectRow(PaymentLinkRow, 'for share');

const FIND = selectRow(PaymentLinkRow);

const INSERT = insertRow(PaymentLinkRow);

const UPDATE = updateRow(PaymentLinkRow);

export class PostgresPaymentLinkRepository implements PaymentLinkRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: PaymentLinkId): Promise<PaymentLink> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('payment link', id);
    return toPaymentLink(row);
  }

  async find(id: PaymentLinkId): Promise<PaymentLink | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toPaymentLink(row);
  }

  async lockForShare(id: PaymentLinkId): Promise<PaymentLink | undefined> {
    const [row] = await this.#session.query(LOCK_FOR_SHARE({ id }));
    return row && toPaymentLink(row);
  }

  async add(link: PaymentLink): Promise<void> {
    this.#session.send(INSERT(toPaymentLinkRow(link)));
  }

  async save(link: PaymentLink): Promise<void> {
    this.#session.send(UPDATE(toPaymentLinkRow(link)));
  }
}

const PAYMENT_LINK_VIEW = rowView(PaymentLinkRow, (row) => storedPaymentLinkView(toPaymentLink(row)));

const paymentLinkTable = listTable('payment_links')(paymentLinkList);

/** The statement of `list`. */
export const paymentLinkPage = (query: ListQuery<typeof paymentLinkList>): PageQuery =>
  listPageQuery(paymentLinkTable, PAYMENT_LINK_VIEW, query);

export class PostgresPaymentLinkQueries implements PaymentLinkQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PaymentLinkId) {
    const [row] = await this.#database.query(PAYMENT_LINK_VIEW.find({ id }));
    return row && foundView(PAYMENT_LINK_VIEW, row);
  }

  list(query: ListQuery<typeof paymentLinkList>): ReturnType<PaymentLinkQueries['list']> {
    return readPage(this.#database, paymentLinkPage(query));
  }
}
