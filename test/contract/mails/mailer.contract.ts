import { expect } from 'chai';
import type { Mail, Mailer } from '#core/shared/mail.ts';

/** A mailer and its sent mails. */
export type MailerUnderTest = Readonly<{
  mailer: Mailer;
  received(): readonly Mail[];
  close(): Promise<void>;
}>;

/** The contract of mailers. */
export const mailerContract = (name: string, open: () => Promise<MailerUnderTest>): void => {
  describe(`Mailer by ${name}`, () => {
    let subject: MailerUnderTest;

    before(async () => {
      subject = await open();
    });
    after(() => subject.close());

    const sent = async (mail: Mail): Promise<Mail | undefined> => {
      await subject.mailer.send(mail);
      return subject.received().at(-1);
    };

    it('sends a mail unchanged', async () => {
      const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada,\n\nthis is all.\n' };
      expect(await sent(mail)).to.deep.equal(mail);
    });

    it('sends any script, long lines and protocol-like lines', async () => {
      const text = [
        'Olá 李小龍 𝒜,',
        '',
        '.',
        '..',
        'From here on',
        'QUIT',
        `https://example.com/?token=${'x'.repeat(2000)}`,
      ];
      const mail = { to: 'ada@example.com', subject: `Confirmação 李 ${'𝒜'.repeat(60)}`, text: `${text.join('\n')}\n` };
      expect(await sent(mail)).to.deep.equal(mail);
    });

    it('sends to exactly one address in any notation', async () => {
      for (const to of ['a+b@example.com', "o'hara@example.com", 'a.b_c-d@sub.example.com']) {
        expect((await sent({ to, subject: 'Hello', text: 'x\n' }))?.to).to.equal(to);
      }
      const before = subject.received().length;
      await subject.mailer.send({
        to: 'one@example.com',
        subject: 'To: two@example.com\r\nBcc: three@example.com',
        text: 'x\n',
      });
      expect(
        subject
          .received()
          .slice(before)
          .map(({ to }) => to),
      ).to.deep.equal(['one@example.com']);
    });

    it('sends several mails concurrently', async () => {
      const before = subject.received().length;
      const mails = Array.from({ length: 5 }, (_, index) => ({
        to: `${index}@example.com`,
        subject: 'Hello',
        text: 'x\n',
      }));
      await Promise.all(mails.map((mail) => subject.mailer.send(mail)));
      const receivers = subject
        .received()
        .slice(before)
        .map(({ to }) => to);
      expect(receivers.sort()).to.deep.equal(mails.map(({ to }) => to));
    });
  });
};
