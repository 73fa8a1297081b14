import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mailer.ts';

/** For a service that was given no way to send mail. */
export const makeNoMailer = (log: Log): Mailer => ({
  async send({ subject }) {
    log.warn({ subject }, 'mail not sent: SMTP_URL is not set');
  },
});
