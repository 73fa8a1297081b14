/** A mail to one person, in plain text. */
export type Mail = Readonly<{ to: string; subject: string; text: string }>;

/** Sends mail. */
export interface Mailer {
  /**
   * Hands a mail over to whoever delivers it, within 30 seconds.
   * @throws any Error when that could not be done; then it may be tried again.
   */
  send(mail: Mail): Promise<void>;
}
