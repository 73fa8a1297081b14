import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { Transporter } from 'nodemailer';
import type { Attachment, Mail, Mailer } from '#core/shared/mail.ts';

type Settings = Readonly<{
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** The sender of the next mail, such as `Shop <shop@example.com>`. */
  from: () => Promise<string>;
  /** Whether a server at `smtp://` must offer STARTTLS. */
  requireTls?: boolean;
}>;

/** Timeouts within the port's 30 seconds for a silent server. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

/** The overall timeout, for a server that is slow but never silent. */
const WHOLE_MS = 25_000;

type Timeouts = typeof TIMEOUTS & { wholeMs: number };

/** Sends over SMTP; the library is loaded with the first mail. */
export const makeSmtpMailer = (
  { url, from, requireTls = false }: Settings,
  { wholeMs = WHOLE_MS, ...timeouts }: Partial<Timeouts> = {},
): Mailer => {
  const whole = timeout(wholeMs, TimeoutStrategy.Aggressive);
  let transporter: Promise<Transporter> | undefined;

  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      requireTLS: requireTls,
      ...TIMEOUTS,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };

  return {
    async send({ to, attachments = [], ...content }: Mail) {
      transporter ??= open();
      try {
        // an object, since a comma in a text would make two addresses
        const message = {
          from: await from(),
          to: { name: '', address: to },
          ...content,
          attachments: attachments.map(toFile),
        };
        const opened = await transporter;
        await whole.execute(() => opened.sendMail(message));
      } catch (error) {
        throw failure(error);
      }
    },
  };
};

const toFile = ({ content, ...file }: Attachment) => ({ ...file, content: Buffer.from(content) });

/** The error without the server's text, which may contain personal data. */
const failure = (error: unknown): Error => {
  if (error instanceof TaskCancelledError) return new Error('SMTP failed with ETIMEDOUT.');
  const { code = 'unknown', responseCode, syscall, originalCode, message } = error as SmtpError;
  // what the system says names the address, and what TLS says only its code
  const cause = syscall === undefined ? originalCode : message;
  const reason = [code, responseCode].filter(Boolean).join(' ');
  return new Error(`SMTP failed with ${reason}${cause === undefined ? '' : `: ${cause}`}.`);
};

type SmtpError = NodeJS.ErrnoException & { responseCode?: number; originalCode?: string };
