import type { MailLimit } from '#core/mails/ports.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { accountKey, MAILS } from './throttle.ts';

/** The mails that a network may cause to e-mails that nobody has proved, whichever they are. */
const MAILS_OF_NETWORK: RateLimit = { calls: 30, seconds: 3600 };

/** Counts with the requests for mails, under the same keys. */
export const makeMailLimit = ({
  rateLimiter,
  digest,
}: Readonly<{ rateLimiter: RateLimiter; digest: (text: string) => string }>): MailLimit => ({
  async take({ email, client }) {
    const counts = [
      ...(client === null ? [] : [{ key: `mail:${client}`, limit: MAILS_OF_NETWORK }]),
      { key: `mail:${digest(accountKey(email))}`, limit: MAILS },
    ];
    for (const { key, limit } of counts) {
      const decision = await rateLimiter.take(key, limit);
      if (!decision.allowed) return decision.retrySeconds;
    }
    return 0;
  },
});
