import type { SavedViewsQueries, SavedViewsRepository } from '#core/users/ports.ts';
import { SavedViews } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertedRow, previousVersion, requireSaved, updatedRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { SavedViewsRow, toSavedViews, toSavedViewsRow } from '../tables/saved-views.ts';

const FIND = prepare<{ userId: UserId }>()(($) =>
  db.selectFrom('saved_views').select(columnNames(SavedViewsRow)).where('user_id', '=', $('userId')),
);

const SAVE = prepare<ReturnType<typeof toSavedViewsRow>>()(($) =>
  db
    .with('saved', (query) =>
      query
        .insertInto('saved_views')
        .values(insertedRow(SavedViewsRow, $))
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet(updatedRow(SavedViewsRow, $))
            .where('saved_views.version', '=', previousVersion($)),
        )
        .returning('user_id'),
    )
    .selectNoFrom(requireSaved('saved')),
);

const REMOVE = prepare<{ userId: UserId }>()(($) => db.deleteFrom('saved_views').where('user_id', '=', $('userId')));

export class PostgresSavedViewsRepository implements SavedViewsRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async read(userId: UserId): Promise<SavedViews> {
    const [row] = await this.#session.query(FIND({ userId }));
    return row === undefined ? SavedViews.initial(userId) : toSavedViews(row);
  }

  async save(views: SavedViews): Promise<void> {
    this.#session.send(SAVE(toSavedViewsRow(views)));
  }

  async removeOf(userId: UserId): Promise<void> {
    this.#session.send(REMOVE({ userId }));
  }
}

export class PostgresSavedViewsQueries implements SavedViewsQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(userId: UserId): Promise<SavedViews> {
    return (await findSavedViews(this.#database, userId)) ?? SavedViews.initial(userId);
  }
}

/** What a user has saved, if anything. */
export const findSavedViews = async (database: Database, userId: UserId): Promise<SavedViews | undefined> => {
  const [row] = await database.query(FIND({ userId }));
  return row && toSavedViews(row);
};
