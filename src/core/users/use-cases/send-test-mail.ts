import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Mailer } from '#core/shared/mail.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { UsersTx } from '../ports.ts';
import { testMail } from '../test-mail.ts';

/**
 * Sends a mail to the caller's own e-mail, without the queue, so that its failure is seen.
 * @throws DomainError `mail_not_configured` or `mail_failed`.
 */
export type SendTestMail = (actor: Actor) => Promise<Readonly<{ to: string; sentAt: Date }>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<UsersTx>;
  /** Undefined without a mail server. */
  mailer: Mailer | undefined;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  systemClock: SystemClock;
}>;

export const makeSendTestMail =
  ({ unitOfWork, mailer, shop, rules, systemClock }: Deps): SendTestMail =>
  async (actor) => {
    if (mailer === undefined) {
      const message = 'The service has no mail server: set SMTP_URL, and restart it.';
      throw new DomainError('conflict', 'mail_not_configured', message);
    }
    const { email } = await unitOfWork.run((tx) => tx.users.get(Actor.userOf(actor)));
    const [sender, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    try {
      await mailer.send(testMail(email, { shop: sender, language }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'an unknown reason.';
      throw new DomainError('bad_gateway', 'mail_failed', `The mail was not sent: ${reason}`, { cause: error });
    }
    return { to: email, sentAt: systemClock.now() };
  };
