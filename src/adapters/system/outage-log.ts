import { DomainError } from '#core/shared/domain-error.ts';
import type { Log } from '#core/shared/log.ts';

/** How often a lasting outage is logged again. */
const REPEATED_LOG_MS = 60_000;

/**
 * A log that reports an outage of the storage in one line, and not for each request and task that it stops.
 * @param now In milliseconds.
 */
export const withoutRepeatedOutages = (log: Log, now: () => number): Log => {
  let loggedAt: number | undefined;
  const at =
    (level: 'warn' | 'error') =>
    (fields: { err?: unknown }, message: string): void => {
      const outage = outageIn(fields.err);
      if (outage === undefined) {
        log[level](fields, message);
        return;
      }
      if (loggedAt !== undefined && now() - loggedAt < REPEATED_LOG_MS) return;
      loggedAt = now();
      log.error({ reason: outage }, 'the storage is not available; retrying');
    };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: at('warn'),
    error: at('error'),
  };
};

/** Why the storage is not available, in one line, if that is what an error says. */
const outageIn = (error: unknown): string | undefined => {
  if (!(error instanceof DomainError) || error.kind !== 'unavailable' || error.cause === undefined) return undefined;
  const { message, code } = error.cause as Partial<NodeJS.ErrnoException>;
  // several addresses that refuse a connection are an AggregateError without a message
  return (message || code || 'unknown reason').split('\n')[0];
};
