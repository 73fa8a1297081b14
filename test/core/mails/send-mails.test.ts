import { expect } from 'chai';
import { MemoryMailer } from '#adapters/memory/mails/mailer.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { Counted, MailQueue, OrderMailRequest } from '#core/mails/ports.ts';
import { makeSendMails, type PreparedMail } from '#core/mails/use-cases/send-mails.ts';
import { emailKey, type Mail, type Mailer } from '#core/shared/mail.ts';
import { makeLimitAccountMail } from '#core/users/use-cases/limit-account-mail.ts';
import { makePrepareAccountMail } from '#core/users/use-cases/prepare-account-mail.ts';
import { User } from '#core/users/user.ts';
import { anActor, ids, NOON } from '../../support/builders/builders.ts';
import { setRules } from '../../support/builders/shop-rules.ts';
import { aLog } from '../../support/log.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openUsers, type Users } from '../users/users-under-test.ts';

const RESET_PAGE = 'https://shop.example/reset';

const ORDER_ID = ids.next('ord');

/** A mailer that fails after sending. */
const aFailingMailer = (): Mailer & { mails: Mail[] } => {
  const mails: Mail[] = [];
  return {
    mails,
    send: async (mail) => {
      mails.push(mail);
      throw new Error('SMTP failed with 451.');
    },
  };
};

const tokenIn = (mail: Mail | undefined): string => /cp[irv]_\w+/.exec(mail?.text ?? '')?.[0] ?? 'no token';

describe('sendMails', () => {
  let users: Users;
  let mailer: MemoryMailer;
  let failing: ReturnType<typeof aFailingMailer>;
  let log: ReturnType<typeof aLog>;
  let limit: (mail: Counted) => number;
  let prepared: (subject: string) => PreparedMail;

  beforeEach(async () => {
    users = await openUsers();
    await setRules(users, { password_reset_url: RESET_PAGE });
    limit = () => 0;
    prepared = (subject) => ({ to: 'buyer@example.com', subject, text: 'x\n', client: null });
    [mailer, failing, log] = [new MemoryMailer(), aFailingMailer(), aLog()];
  });

  const send = (by: Mailer = mailer) => {
    const { unitOfWork, clock } = users;
    const mailQueue: MailQueue = {
      ...users.mailQueue,
      claim: async (query) =>
        (await users.mailQueue.claim(query)).map((request) => ({ ...request, requestedAt: NOON })),
    };
    const prepareAccountMail = makePrepareAccountMail({
      unitOfWork,
      tokens: bearerTokens,
      systemClock: clock,
      dashboard: () => 'https://shop.example/dashboard',
    });
    const prepareOrderMail = async ({ purpose }: OrderMailRequest): Promise<PreparedMail | undefined> =>
      purpose === 'refund' ? undefined : prepared(purpose);
    return makeSendMails({
      mailQueue,
      mailer: by,
      limitAccountMail: makeLimitAccountMail({ unitOfWork }),
      prepareAccountMail,
      prepareOrderMail,
      prepareWithdrawalMail: async ({ withdrawalId }) => ({
        to: 'ada@example.com',
        subject: withdrawalId,
        text: 'x\n',
        client: null,
      }),
      preparePaymentLinkMail: async () => undefined,
      prepareCartMail: async () => undefined,
      prepareBillingMail: async ({ aboutId }) => ({
        to: 'payer@example.com',
        subject: aboutId,
        text: 'x\n',
        client: null,
      }),
      systemClock: clock,
      mailLimit: { take: async (mail) => limit(mail) },
      log: log.log,
    })();
  };

  it('sends a requested mail once, to the e-mail as the person writes it', async () => {
    await users.join({ email: 'Zoe@Example.com', name: 'Zoë' });
    await users.requestPasswordReset('zoe@example.com');
    expect(await send()).to.equal(1);
    expect(await send()).to.equal(0);
    users.clock.advance(100_000);
    expect(await send()).to.equal(0);
    expect(mailer.sent.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['Zoe@Example.com', 'Set a new password'],
    ]);
    expect(mailer.sent[0]?.text).to.include('Hello,').and.include('https://shop.example/reset?token=cpr_');
  });

  it('sends a password reset token valid for an hour', async () => {
    const user = await users.join();
    await users.requestPasswordReset(user.email);
    await send();
    users.clock.advance(3599.999);
    await users.resetPassword(tokenIn(mailer.sent[0]), 'the new one');
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
    await users.requestPasswordReset(user.email);
    await send();
    users.clock.advance(3600);
    const error = await rejectionOf(users.resetPassword(tokenIn(mailer.sent[1]), 'another one'));
    expect(error.fieldErrors.map(({ code }) => code)).to.deep.equal(['token.invalid']);
  });

  it('sends a verification token valid for a day', async () => {
    const user = await users.join();
    await users.requestEmailVerification(anActor(user));
    await send();
    users.clock.advance(24 * 3600 - 0.001);
    await users.verifyEmail(tokenIn(mailer.sent[0]));
    expect((await users.get(user.id)).emailVerifiedAt).to.deep.equal(users.clock.now());
    await users.requestEmailVerification(anActor(user));
    await send();
    users.clock.advance(24 * 3600);
    const error = await rejectionOf(users.verifyEmail(tokenIn(mailer.sent[1])));
    expect(error.fieldErrors.map(({ code }) => code)).to.deep.equal(['token.invalid']);
  });

  it('invalidates an earlier token of the same purpose only', async () => {
    const user = await users.join();
    for (let time = 0; time < 2; time += 1) {
      await users.requestPasswordReset(user.email);
      await send();
    }
    await users.requestEmailVerification(anActor(user));
    await send();
    const [first, second, other] = mailer.sent.map(tokenIn);
    await rejectionOf(users.resetPassword(first ?? '', 'the new one'));
    await users.verifyEmail(other ?? '');
    await users.resetPassword(second ?? '', 'the new one');
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
  });

  it('stores nothing from which a token could be derived', async () => {
    const user = await users.join();
    await users.requestPasswordReset(user.email);
    await send();
    const hash = bearerTokens.hashOf(tokenIn(mailer.sent[0]), 'cpr');
    if (hash === undefined) throw new Error('A token was mailed.');
    const token = { hash, purpose: 'password_reset' } as const;
    const stored = await users.unitOfWork.run((tx) => tx.oneTimeTokens.consume(token, users.clock.now()));
    expect(stored).to.include({ hash, userId: user.id });
    expect(JSON.stringify(stored)).to.not.include(tokenIn(mailer.sent[0]));
  });

  it('sends nothing to unknown e-mails and disabled users, and drops the request', async () => {
    const disabled = await users.join({ status: 'disabled' });
    for (const email of ['nobody@example.com', disabled.email]) await users.requestPasswordReset(email);
    expect(await send()).to.equal(2);
    users.clock.advance(100_000);
    expect(await send()).to.equal(0);
    expect(mailer.sent).to.deep.equal([]);
    expect(log.lines).to.deep.equal([]);
  });

  it('sends no token to a former e-mail', async () => {
    const user = await users.join({ email: 'old@example.com' });
    await users.requestEmailVerification(anActor(user));
    await users.change(users.asOwner, user.id, { email: 'new@example.com' });
    await send();
    expect(mailer.sent.map(({ subject }) => subject)).to.deep.equal(['Your e-mail address was changed']);
  });

  it('claims ten requests at a time', async () => {
    for (let index = 0; index < 12; index += 1) await users.requestPasswordReset((await users.join()).email);
    expect([await send(), await send(), await send()]).to.deep.equal([10, 2, 0]);
    expect(new Set(mailer.sent.map(({ to }) => to)).size).to.equal(12);
  });

  it('sends the others when one fails', async () => {
    const [first, second] = [await users.join(), await users.join()];
    for (const { email } of [first, second]) await users.requestPasswordReset(email);
    await send({ send: async (mail) => (mail.to === first.email ? failing : mailer).send(mail) });
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal([second.email]);
  });

  it('leaves a claimed mail to its process for two minutes', async () => {
    const user = await users.join();
    await users.requestPasswordReset(user.email);
    let others: number | undefined;
    await send({
      send: async () => {
        users.clock.advance(119.999);
        others = await send();
        users.clock.advance(0.001);
        await send();
      },
    });
    expect(others).to.equal(0);
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal([user.email]);
  });

  it('retries after 15 seconds, doubling each time, with a new token', async () => {
    const user = await users.join();
    await users.requestPasswordReset(user.email);
    await send(failing);
    for (const pause of [15, 30, 60]) {
      users.clock.advance(pause - 0.001);
      expect(await send(failing), `before ${pause} s`).to.equal(0);
      users.clock.advance(0.001);
      expect(await send(failing), `after ${pause} s`).to.equal(1);
    }
    users.clock.advance(120);
    expect(await send()).to.equal(1);
    const tokens = [...failing.mails, ...mailer.sent].map(tokenIn);
    expect(new Set(tokens).size).to.equal(5);
    await rejectionOf(users.resetPassword(tokens[0] ?? '', 'the new one'));
    await users.resetPassword(tokens[4] ?? '', 'the new one');
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
  });

  it('gives up after eight attempts, logs it, and accepts new requests', async () => {
    const user = await users.join();
    await users.requestPasswordReset(user.email);
    for (let time = 0; time < 20; time += 1) {
      await send(failing);
      users.clock.advance(3600);
    }
    expect(failing.mails).to.have.length(8);
    const levels = [...Array.from({ length: 7 }, () => 'warn'), 'error'];
    expect(log.lines.map(({ level }) => level)).to.deep.equal(levels);
    expect(log.lines.at(-1)?.fields).to.include({ purpose: 'password_reset', attempts: 8 });
    await users.requestPasswordReset(user.email);
    expect(await send()).to.equal(1);
    expect(mailer.sent).to.have.length(1);
  });

  it('makes its last attempt about half an hour after the first', async () => {
    await users.requestPasswordReset((await users.join()).email);
    let seconds = 0;
    let last = 0;
    for (; seconds < 7200; seconds += 15) {
      if ((await send(failing)) > 0) last = seconds;
      users.clock.advance(15);
    }
    expect(last).to.equal(127 * 15);
  });

  const requestOrderMail = (purpose: OrderMailRequest['purpose']) =>
    users.unitOfWork.run((tx) =>
      tx.mailRequests.add({ purpose, orderId: ORDER_ID, reference: null, amount: null, client: null }),
    );

  it('sends a mail about an order once, and none that is out of date', async () => {
    await requestOrderMail('order_confirmation');
    await requestOrderMail('refund');
    expect(await send()).to.equal(2);
    users.clock.advance(100_000);
    expect(await send()).to.equal(0);
    expect(mailer.sent.map(({ subject }) => subject)).to.deep.equal(['order_confirmation']);
  });

  it('retries mails about orders for a day, at least once an hour, then gives up and logs the order', async () => {
    await requestOrderMail('shipment');
    const attempts: number[] = [];
    for (let seconds = 0; seconds < 48 * 3600; seconds += 15) {
      if ((await send(failing)) > 0) attempts.push(seconds);
      users.clock.advance(15);
    }
    expect(attempts.slice(0, 4)).to.deep.equal([0, 15, 45, 105]);
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(Math.max(...gaps)).to.equal(3600);
    expect(attempts.at(-1)).to.be.within(24 * 3600, 25 * 3600);
    expect(log.lines.at(-1)).to.deep.include({ level: 'error' });
    expect(log.lines.at(-1)?.fields).to.include({ purpose: 'shipment', order_id: ORDER_ID, attempts: attempts.length });
  });

  it('sends mails about billing, and retries them as those about orders', async () => {
    const aboutId = ids.next('inv');
    const request = () =>
      users.unitOfWork.run((tx) => tx.mailRequests.add({ purpose: 'receipt', aboutId, userId: null, client: null }));
    await request();
    expect(await send()).to.equal(1);
    expect(mailer.sent).to.deep.equal([{ to: 'payer@example.com', subject: aboutId, text: 'x\n' }]);
    await request();
    for (let hours = 0; hours < 48; hours += 1) {
      await send(failing);
      users.clock.advance(3600);
    }
    expect(log.lines.at(-1)?.fields).to.include({ purpose: 'receipt', resource_id: aboutId, attempts: 32 });
  });

  describe('with a limit of mails to an e-mail that nobody has proved', () => {
    /** Allows no mail, and remembers for whom it was asked. */
    const allowNone = () => {
      const asked: Counted[] = [];
      limit = (mail) => {
        asked.push(mail);
        return 720;
      };
      return asked;
    };
    const whenAllowed = async (): Promise<number> => {
      limit = () => 0;
      users.clock.advance(719.999);
      expect(await send()).to.equal(0);
      users.clock.advance(0.001);
      return send();
    };

    it('sends what the user has caused later, and makes no token meanwhile', async () => {
      const user = await users.join({ email: 'Zoe@example.com' });
      const actor = { ...anActor(user), client: 'a network' };
      await users.requestEmailVerification(actor);
      await send();
      await users.requestEmailVerification(actor);
      const asked = allowNone();
      expect(await send()).to.equal(1);
      expect(asked).to.deep.equal([{ recipient: 'zoe@example.com', client: 'a network', budget: 'verification' }]);
      await users.verifyEmail(tokenIn(mailer.sent[0]));
      expect(await whenAllowed()).to.equal(1);
      expect(mailer.sent).to.have.length(2);
    });

    it('sends notices later while the e-mail is not verified, and at once when it is', async () => {
      const asked = allowNone();
      const user = await users.join();
      const notice = () => {
        const request = { purpose: 'api_key_created', emailKey: emailKey(user.email), userId: user.id } as const;
        return users.unitOfWork.run((tx) => tx.mailRequests.add({ ...request, client: 'a network' }));
      };
      await notice();
      expect(await send()).to.equal(1);
      expect([asked.length, mailer.sent.length]).to.deep.equal([1, 0]);
      expect(await whenAllowed()).to.equal(1);
      await users.unitOfWork.run(async (tx) => {
        await tx.users.save(User.withVerifiedEmail(await tx.users.get(user.id), users.clock.now()));
      });
      allowNone();
      await notice();
      expect(await send()).to.equal(1);
      expect(mailer.sent).to.have.length(2);
    });

    it('counts a mail as it is prepared, for who has caused it', async () => {
      const counted = { recipient: 'an order', budget: 'statement' } as const;
      prepared = (subject) => ({ to: 'victim@example.com', subject, text: 'x\n', client: 'a network', counted });
      const asked = allowNone();
      await requestOrderMail('shipment');
      await send();
      expect(asked).to.deep.equal([{ ...counted, client: 'a network' }]);
      expect(await whenAllowed()).to.equal(1);
      expect(mailer.sent).to.deep.equal([{ to: 'victim@example.com', subject: 'shipment', text: 'x\n' }]);
    });

    it('leaves out what need not be sent later, and sends other mails later, however often', async () => {
      const leftOut: string[] = [];
      prepared = (subject) => ({
        to: 'victim@example.com',
        subject,
        text: 'x\n',
        client: 'a network',
        ...(subject === 'cancellation' && {
          leaveOut: async () => {
            leftOut.push(subject);
          },
        }),
      });
      const asked = allowNone();
      await requestOrderMail('order_confirmation');
      await requestOrderMail('cancellation');
      expect(await send()).to.equal(2);
      expect(leftOut).to.deep.equal(['cancellation']);
      expect(asked[0]).to.deep.equal({ recipient: 'victim@example.com', client: 'a network', budget: 'anybody' });
      for (let time = 0; time < 40; time += 1) {
        users.clock.advance(720);
        expect(await send()).to.equal(1);
      }
      limit = () => 0;
      users.clock.advance(720);
      expect([await send(), await send()]).to.deep.equal([1, 0]);
      expect(mailer.sent).to.deep.equal([{ to: 'victim@example.com', subject: 'order_confirmation', text: 'x\n' }]);
    });

    it('leaves out what has waited for a day, and the log says so', async () => {
      prepared = (subject) => ({ to: 'victim@example.com', subject, text: 'x\n', client: 'a network' });
      allowNone();
      await requestOrderMail('order_confirmation');
      users.clock.advance(86_399);
      expect(await send()).to.equal(1);
      expect(log.lines).to.deep.equal([]);
      users.clock.advance(720);
      expect([await send(), await send()]).to.deep.equal([1, 0]);
      expect(log.lines.map(({ level, fields }) => [level, fields])).to.deep.equal([
        ['warn', { purpose: 'order_confirmation', order_id: ORDER_ID }],
      ]);
    });
  });

  it('logs neither e-mails nor tokens', async () => {
    const user = await users.join({ email: 'zoe@example.com', name: 'Zoë' });
    await users.requestPasswordReset(user.email);
    await users.requestEmailVerification(anActor(user));
    for (let time = 0; time < 8; time += 1) {
      await send(failing);
      users.clock.advance(3600);
    }
    expect(log.lines).to.have.length(16);
    const text = JSON.stringify(log.lines, (_, value) => (value instanceof Error ? String(value) : value));
    expect(text).to.include('SMTP failed with 451.');
    expect(text).to.not.match(/zoe|example\.com|Zoë|cp[irv]_/i);
  });
});
