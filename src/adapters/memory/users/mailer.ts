import type { Mail, Mailer } from '#core/shared/mailer.ts';

/** Keeps mails, to be read by tests. */
export class MemoryMailer implements Mailer {
  readonly sent: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    this.sent.push(mail);
  }
}
