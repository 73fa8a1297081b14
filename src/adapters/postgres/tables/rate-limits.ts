import { defineEntity, p } from '@mikro-orm/postgresql';

export const RateLimitRow = defineEntity({
  name: 'RateLimitRow',
  tableName: 'rate_limits',
  properties: {
    who: p.text().primary(),
    // seconds since 1970: when the caller may make all calls again
    full_at: p.double(),
  },
});
