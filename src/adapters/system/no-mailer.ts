import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mail.ts';

/** For a service without mail settings. */
export const makeNoMailer = (log: Log): Mailer => ({
  async send({ subject }) {
    log.warn({ subject }, 'mail not sent: SMTP_URL is not set');
  },
});
