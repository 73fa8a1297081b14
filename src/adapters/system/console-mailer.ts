import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mailer.ts';

/** For development: shows mails on the console, where a person reads them. The log tells only that there was one. */
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
