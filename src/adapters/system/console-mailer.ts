import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mail.ts';

/** For development: prints mails on the console. The log contains only that one was sent. */
export const makeConsoleMailer = (
  log: Log,
  write = (text: string): void => void process.stdout.write(text),
): Mailer => ({
  async send({ to, subject, text }) {
    const lines = [`To: ${to}`, `Subject: ${subject}`, '', ...text.trimEnd().split('\n')];
    write(`\n${lines.map((line) => `  | ${line}`.trimEnd()).join('\n')}\n\n`);
    log.info({ subject }, 'mail shown on the console');
  },
});
