import path from 'node:path';
import { describeTypeCases, type TypeCase } from '../support/documents/type-cases.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');

const IMPORTS = `
import { db } from '${SRC}/adapters/postgres/statements/sql-builder.ts';
import { prepare } from '${SRC}/adapters/postgres/statements/prepare.ts';
import { columnsOf, jsonView, literal, utcText } from '${SRC}/adapters/postgres/statements/json-view.ts';
import { insertedRow } from '${SRC}/adapters/postgres/statements/row-parameters.ts';
import { bigint, timestamp } from '${SRC}/adapters/postgres/tables/column-types.ts';
import { copiedColumns } from '${SRC}/adapters/postgres/tables/copied-columns.ts';
import { SessionRow } from '${SRC}/adapters/postgres/tables/sessions.ts';
import type { SessionView } from '${SRC}/core/access/session.ts';
export const used = { db, prepare, columnsOf, jsonView, literal, utcText, insertedRow, SessionRow };
const copied = copiedColumns({ due_at: timestamp().strictNullable(), size: bigint() });
const t = columnsOf<{ t: 'sessions' }>();
const view = {
  id: t('t.id'),
  object: literal('session'),
  user_id: t('t.user_id'),
  user_agent: t('t.user_agent'),
  ip: t('t.ip'),
  expires_at: utcText(t('t.expires_at')),
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.created_at')),
};
`;

const SELECT = `db.selectFrom('sessions').select(['id', 'hash'])`;

/** Errors that must not compile. */
const REJECTED: readonly TypeCase[] = [
  { name: 'a column that the table does not have', code: `${SELECT}.select('user_name')` },
  { name: 'a table that does not exist', code: `db.selectFrom('session').selectAll()` },
  {
    name: 'a parameter of another type than its column',
    code: `prepare<{ id: number }>()(($) => ${SELECT}.where('id', '=', $('id')))`,
  },
  {
    name: 'a parameter that the statement does not have',
    code: `prepare<{ id: 'ses_1' }>()(($) => ${SELECT}.where('id', '=', $('ids')))`,
  },
  {
    name: 'a call that lacks a parameter',
    code: `prepare<{ id: 'ses_1' }>()(($) => ${SELECT}.where('id', '=', $('id')))({})`,
  },
  {
    name: 'an inserted row that lacks a column',
    code: `db.insertInto('sessions').values({ id: 'ses_1', user_id: 'usr_1', created_at: new Date(), expires_at: new Date() })`,
  },
  {
    name: 'a row of another table',
    code: `prepare<SessionRow>()(($) => db.insertInto('categories').values(insertedRow(SessionRow, $)))`,
  },
  { name: 'a generated column in an insert', code: `db.updateTable('payments').set({ is_pending: true })` },
  { name: 'a view without one of its members', code: 'jsonView<SessionView>()(view)' },
  {
    name: 'a member of a view with another type',
    code: `jsonView<SessionView>()({ ...view, current: t('t.hash') })`,
  },
  { name: 'a copied column without a property', code: `copied.toColumns({ dueAt: null })` },
  { name: 'a copied column and a property of different types', code: `copied.toColumns({ dueAt: null, size: 3 })` },
  {
    name: 'a property without a copied column',
    code: `copied.toProperties({ due_at: null, size: '3' }) satisfies { dueAt: Date | null; size: string; name: string }`,
  },
];

/** The same without the error. */
const ACCEPTED: readonly TypeCase[] = [
  { name: 'a column of the table', code: `${SELECT}.select('user_id')` },
  {
    name: 'a parameter of the type of its column',
    code: `prepare<{ id: 'ses_1' }>()(($) => ${SELECT}.where('id', '=', $('id')))({ id: 'ses_1' })`,
  },
  {
    name: 'a row of the table',
    code: `prepare<SessionRow>()(($) => db.insertInto('sessions').values(insertedRow(SessionRow, $)))`,
  },
  {
    name: 'a view with all its members',
    code: `jsonView<SessionView>()({ ...view, current: db.selectNoFrom((eb) => eb.lit(true).as('current')).$asScalar() })`,
  },
  {
    name: 'copied columns and the properties of the same names',
    code: `copied.toProperties(copied.toColumns({ dueAt: null, size: '3' })) satisfies { dueAt: Date | null; size: string }`,
  },
];

describeTypeCases('the types of statements', { imports: IMPORTS, rejected: REJECTED, accepted: ACCEPTED });
