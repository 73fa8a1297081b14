import type { Mail, Mailer } from '#core/shared/mail.ts';

/** Stores mails for tests. */
export class MemoryMailer implements Mailer {
  readonly sent: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    this.sent.push(mail);
  }
}
