import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Attachment as ParsedAttachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Attachment, Mail } from '#core/shared/mail.ts';
import { eventually } from '../eventually.ts';

/** An SMTP server that stores its mails. */
export type MailServer = Readonly<{
  url: string;
  /** The decoded mails in order. */
  received: readonly Mail[];
  /** Rejects the next mails. */
  reject(count: number): void;
  /** The mails to an address, once there are as many as expected. */
  mailsTo(email: string, count?: number): Promise<readonly Mail[]>;
  close(): Promise<void>;
}>;

export const startMailServer = async (): Promise<MailServer> => {
  const received: Mail[] = [];
  let rejections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      void buffer(stream).then(async (source) => {
        const { subject = '', text = '', html, attachments } = await PostalMime.parse(source);
        rejections -= 1;
        if (rejections >= 0) return done(new Error('450 mailbox of somebody@example.com is busy'));
        // the parser adds a line end to each of several parts
        const mail = html === undefined ? { subject, text } : { subject, text: text.replace(/\n$/, ''), html };
        const files = attachments.length === 0 ? {} : { attachments: attachments.map(toAttachment) };
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, ...mail, ...files });
        return done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (email: string): Mail[] => received.filter(({ to }) => to === email);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    reject(count) {
      rejections = count;
    },
    async mailsTo(email, count = 1) {
      await eventually(`${count} mails to ${email}`, async () => mailsTo(email).length >= count);
      return mailsTo(email);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const toAttachment = ({ filename, mimeType, content }: ParsedAttachment): Attachment => ({
  filename: filename ?? '',
  contentType: mimeType,
  content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
});
