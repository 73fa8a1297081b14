import type { Transporter } from 'nodemailer';
import type { Mail, Mailer } from '#core/shared/mailer.ts';

type Settings = Readonly<{
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** Whom the mails come from, such as `Shop <shop@example.com>`. */
  from: string;
}>;

/** So that a server that is silent is given up within the port's 30 seconds. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

/** Sends by SMTP; the library is loaded with the first mail. */
export const makeSmtpMailer = ({ url, from }: Settings, timeouts: Partial<typeof TIMEOUTS> = {}): Mailer => {
  let transporter: Promise<Transporter> | undefined;

  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, ...TIMEOUTS, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };

  return {
    async send({ to, subject, text }: Mail) {
      transporter ??= open();
      try {
        // as an object: in a text, a comma would make two addresses of one
        await (await transporter).sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        throw failure(error);
      }
    },
  };
};

/** The error without what the server said: that may name the person. */
const failure = (error: unknown): Error => {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  return new Error(`SMTP failed with ${[code, responseCode].filter(Boolean).join(' ')}.`);
};
