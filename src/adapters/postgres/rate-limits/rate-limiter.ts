import { type RateDecision, type RateLimit, type RateLimiter, rateDecision } from '#core/shared/rate-limiter.ts';
import type { Database } from '../connection/database.ts';

// `full_at` is when all calls will be available again; the database's clock is the one that all processes share
const TAKE = `
  insert into rate_limits as r (who, full_at)
  values ($1, extract(epoch from clock_timestamp()) + $2::float8 / $3)
  on conflict (who) do update set full_at = greatest(r.full_at, extract(epoch from clock_timestamp())) + $2::float8 / $3
    where greatest(r.full_at, extract(epoch from clock_timestamp())) + $2::float8 / $3
      <= extract(epoch from clock_timestamp()) + $2
  returning full_at - extract(epoch from clock_timestamp()) as used_seconds`;

const USED = `select full_at - extract(epoch from clock_timestamp()) as used_seconds from rate_limits where who = $1`;

const REMOVE_FULL = `
  delete from rate_limits where who in (
    select who from rate_limits where full_at < extract(epoch from clock_timestamp()) limit 5000
  )`;

type Row = { used_seconds: number };

/** Counts the calls that all processes on one database get together. */
export class PostgresRateLimiter implements RateLimiter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async take(who: string, limit: RateLimit): Promise<RateDecision> {
    const { calls, seconds } = limit;
    const [counted] = await this.#database.query<Row>({ text: TAKE, values: [who, seconds, calls] });
    const [used] = counted ? [counted] : await this.#database.query<Row>({ text: USED, values: [who] });
    return rateDecision(limit, Number(used?.used_seconds ?? 0), counted !== undefined);
  }

  /** Removes those who have not called for so long that they count from zero; some thousand at once. */
  async removeFull(): Promise<void> {
    await this.#database.query({ text: REMOVE_FULL });
  }
}
