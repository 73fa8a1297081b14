import type { MailLimit } from '#core/mails/ports.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { accountKey, MAILS } from './throttle.ts';

/** The mails that a network may cause to e-mails that nobody has proved, whichever they are. */
export const MAILS_OF_NETWORK: RateLimit = { calls: 30, seconds: 3600 };

type Deps = Readonly<{ rateLimiter: RateLimiter; digest: (text: string) => string }>;

export const makeMailLimit = ({ rateLimiter, digest }: Deps): MailLimit => ({
  async take({ recipient, client, budget }) {
    const ofRecipient = `mail ${budget}:${digest(accountKey(recipient))}`;
    // what is not sent must not use up what its network may send to others
    const left = await rateLimiter.peek(ofRecipient, MAILS);
    if (!left.allowed) return left.retrySeconds;
    const ofNetwork = client === null ? undefined : await rateLimiter.take(`mail:${client}`, MAILS_OF_NETWORK);
    if (ofNetwork?.allowed === false) return ofNetwork.retrySeconds;
    const taken = await rateLimiter.take(ofRecipient, MAILS);
    return taken.allowed ? 0 : taken.retrySeconds;
  },
});
