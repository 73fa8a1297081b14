import { sql } from 'kysely';
import {
  peekedDecision,
  type RateDecision,
  type RateLimit,
  type RateLimiter,
  rateDecision,
} from '#core/shared/rate-limiter.ts';
import type { Database } from '../connection/database.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

type Call = Readonly<{ who: string; seconds: number; calls: number }>;

// the database's clock is the one that all processes share
const NOW = sql<number>`extract(epoch from clock_timestamp())`;

const USED_SECONDS = sql<number>`full_at - ${NOW}`.as('used_seconds');

/** How long the budget of one call takes to refill. */
const perCall = ($: Placeholders<Call>) => sql<number>`${$('seconds')}::float8 / ${$('calls')}`;

const TAKE = prepare<Call>()(($) => {
  const taken = sql<number>`greatest(rate_limits.full_at, ${NOW}) + ${perCall($)}`;
  return db
    .insertInto('rate_limits')
    .values({ who: $('who'), full_at: sql<number>`${NOW} + ${perCall($)}` })
    .onConflict((conflicts) =>
      conflicts
        .column('who')
        .doUpdateSet({ full_at: taken })
        .where(taken, '<=', sql<number>`${NOW} + ${$('seconds')}`),
    )
    .returning(USED_SECONDS);
});

const FIND = prepare<Pick<Call, 'who'>>()(($) =>
  db.selectFrom('rate_limits').select(USED_SECONDS).where('who', '=', $('who')),
);

const REMOVE_FULL = prepare()(() =>
  db
    .deleteFrom('rate_limits')
    .where('who', 'in', (eb) => eb.selectFrom('rate_limits').select('who').where('full_at', '<', NOW).limit(5000))
    .returning('who'),
);

/** Counts the calls to all processes on one database. */
export class PostgresRateLimiter implements RateLimiter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async take(who: string, limit: RateLimit): Promise<RateDecision> {
    const { calls, seconds } = limit;
    const [taken] = await this.#database.query(TAKE({ who, seconds, calls }));
    const [used] = taken ? [taken] : await this.#database.query(FIND({ who }));
    return rateDecision(limit, Number(used?.used_seconds ?? 0), taken !== undefined);
  }

  async peek(who: string, limit: RateLimit): Promise<RateDecision> {
    const [found] = await this.#database.query(FIND({ who }));
    return peekedDecision(limit, Math.max(0, Number(found?.used_seconds ?? 0)));
  }

  /** Removes callers with a full budget; at most some thousand per call. @returns the number. */
  async removeFull(): Promise<number> {
    return (await this.#database.query(REMOVE_FULL({}))).length;
  }
}
