import { sql } from 'kysely';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

export const TAKE_OCCURRENCES = prepare<{ limit: number }>()(($) =>
  db
    .deleteFrom('analytics_occurrences')
    .where(
      'id',
      '=',
      sql<string>`any(array(
        select id from analytics_occurrences order by id limit ${$('limit')} for update skip locked))`,
    )
    .returning(['kind', 'at']),
);
