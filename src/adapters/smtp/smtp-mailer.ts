import type { Transporter } from 'nodemailer';
import type { Mail, Mailer } from '#core/shared/mailer.ts';

type Settings = Readonly<{
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** The sender, such as `Shop <shop@example.com>`. */
  from: string;
}>;

/** Timeouts within the port's 30 seconds for a silent server. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

const WHOLE_MS = 25_000;

type Timeouts = typeof TIMEOUTS & { wholeMs: number };

/** Sends over SMTP; the library is loaded with the first mail. */
export const makeSmtpMailer = (
  { url, from }: Settings,
  { wholeMs = WHOLE_MS, ...timeouts }: Partial<Timeouts> = {},
): Mailer => {
  let transporter: Promise<Transporter> | undefined;

  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, ...TIMEOUTS, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };

  return {
    async send({ to, subject, text }: Mail) {
      transporter ??= open();
      try {
        // an object, since a comma in a text would make two addresses
        const message = { from, to: { name: '', address: to }, subject, text };
        await within(wholeMs, (await transporter).sendMail(message));
      } catch (error) {
        throw failure(error);
      }
    },
  };
};

/** The overall timeout, for a server that is slow but never silent. */
const within = async (milliseconds: number, sending: Promise<unknown>): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })), milliseconds);
  try {
    await Promise.race([sending, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** The error without the server's text, which may contain personal data. */
const failure = (error: unknown): Error => {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  return new Error(`SMTP failed with ${[code, responseCode].filter(Boolean).join(' ')}.`);
};
