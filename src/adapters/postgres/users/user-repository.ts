import { LockMode, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { UserRepository } from '#core/users/ports.ts';
import type { User, UserId } from '#core/users/user.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { type Searched, toUser, toUserRow, UserRow } from '../tables/users.ts';

/** The key of an advisory lock: any number that no other program uses. */
const OWNERS_LOCK = 7_263_541_909;

const EMAIL_LOCKS = 7_263_541_912n;

const LOCK_EMAIL = prepare<{ emailKey: string }>()(($) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${$('emailKey')}::text, ${sql.lit(EMAIL_LOCKS)}))`.as('locked'),
  ),
);

const LOCK_OWNERS = prepare()(() => db.selectNoFrom(sql`pg_advisory_xact_lock(${OWNERS_LOCK})`.as('locked')));

const LOCK_FOR_SHARE = prepare<{ id: UserId }>()(($) =>
  db.selectFrom('users').select(['id', 'email', 'trusted']).where('id', '=', $('id')).forKeyShare(),
);

const isShown = (column: keyof UserRow): column is Exclude<keyof UserRow, Searched> =>
  column !== 'search' && column !== 'search_grams' && column !== 'contact';

/** A customer stays in the number of sign-ups. */
const REMOVE_USER = prepare<{ id: UserId }>()(($) =>
  db
    .with('removed', (query) =>
      query.deleteFrom('users').where('id', '=', $('id')).returning(['id', 'role', 'created_at']),
    )
    .with('counted', (query) =>
      query
        .insertInto('erased_customers')
        .columns(['id', 'created_at'])
        .expression(
          db
            .selectFrom(sql<UserRow>`removed`.as('r'))
            .select(['r.id', 'r.created_at'])
            .where('r.role', '=', 'customer'),
        ),
    )
    .selectFrom('removed')
    .select('id'),
);

/** Without what is only searched. */
const FIND = prepare<{ id: UserId }>()(($) =>
  db.selectFrom('users').select(columnNames(UserRow).filter(isShown)).where('id', '=', $('id')),
);

const FIND_BY_EMAIL = prepare<{ emailKey: string }>()(($) =>
  db.selectFrom('users').select(columnNames(UserRow).filter(isShown)).where('email_key', '=', $('emailKey')),
);

const ADD = insertRow(UserRow);

export class PostgresUserRepository implements UserRepository {
  readonly #session: TransactionSession;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(session: TransactionSession, noteCredentialChange: (id: string) => void) {
    this.#session = session;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async get(id: UserId): Promise<User> {
    const user = await this.lock(id);
    if (user === undefined) throw notFound('user', id);
    return user;
  }

  async lock(id: UserId): Promise<User | undefined> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const row = await this.#session.em.findOne(UserRow, { id }, options);
    return row === null ? undefined : toUser(row);
  }

  async lockForShare(id: UserId): Promise<Pick<User, 'id' | 'email' | 'trusted'> | undefined> {
    return (await this.#session.query(LOCK_FOR_SHARE({ id })))[0];
  }

  async find(id: UserId): Promise<User | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toUser(row);
  }

  async findByEmail(emailKey: string): Promise<User | undefined> {
    const [row] = await this.#session.query(FIND_BY_EMAIL({ emailKey }));
    return row && toUser(row);
  }

  async lockEmail(emailKey: string): Promise<void> {
    this.#session.send(LOCK_EMAIL({ emailKey }));
  }

  async hasOwner(): Promise<boolean> {
    return (await this.#session.em.count(UserRow, { role: 'owner' })) > 0;
  }

  // an advisory lock: locking the other owners' rows after one of them would let two deletions deadlock
  async countOtherOwners(id: UserId): Promise<number> {
    await this.#session.query(LOCK_OWNERS({}));
    return this.#session.em.count(UserRow, { role: 'owner', status: 'active', id: { $ne: id } });
  }

  async add(user: User): Promise<void> {
    // an entity of each user would make a transaction of many ever slower
    await this.#session.query(ADD(toUserRow(user)));
  }

  // an update of an entity would skip a change of the version alone
  async save(user: User): Promise<void> {
    const { id, email, email_key: key, ...changes } = toUserRow(user);
    // an account whose mailbox another account has keeps its key until it gets another e-mail
    const kept = raw('case when email = ? then email_key else ? end', [email, key]);
    const update = { ...changes, email, email_key: kept };
    const saved = await this.#session.em.nativeUpdate(UserRow, { id, version: user.version - 1 }, update);
    if (saved === 0) throw conflict(`User ${user.id} was changed by another request.`);
    this.#noteCredentialChange(user.id);
  }

  async remove(id: UserId): Promise<void> {
    const removed = await this.#session.query(REMOVE_USER({ id }));
    if (removed.length === 0) throw notFound('user', id);
    this.#noteCredentialChange(id);
  }
}
