import { p } from '@mikro-orm/postgresql';
import { table } from './table.ts';

export const RateLimitRow = table('rate_limits', {
  who: p.text().primary(),
  // seconds since 1970: when the caller may make all calls again
  full_at: p.double(),
});
