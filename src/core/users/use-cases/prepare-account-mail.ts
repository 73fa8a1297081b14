import type { BearerTokens, TokenKind } from '#core/access/bearer-tokens.ts';
import type { AccountMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { emailKey as keyOf, type Mail } from '#core/shared/mail.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { type MailPages, noticeMail, TOKEN_LIFETIME_MS, tokenMail } from '../account-mails.ts';
import type { TokenPurpose, UsersTx } from '../ports.ts';
import { User } from '../user.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<UsersTx>;
  tokens: BearerTokens;
  systemClock: SystemClock;
  /** The dashboard, read for each mail, since the address of the service may be known later. */
  dashboard: () => string;
}>;

const TOKEN_KINDS: Readonly<Record<TokenPurpose, TokenKind>> = {
  password_reset: 'cpr',
  invitation: 'cpi',
  email_verification: 'cpv',
  email_change: 'cpv',
};

/** Writes the mails about accounts, each with a new token. */
export const makePrepareAccountMail =
  (deps: Deps): PrepareMail<AccountMailRequest, Mail> =>
  async ({ purpose, emailKey, userId }) => {
    switch (purpose) {
      case 'password_reset':
      case 'email_verification':
        return deps.unitOfWork.run(async (tx) => {
          const found = await tx.users.findByEmail(emailKey);
          const user = found && (await tx.users.lock(found.id));
          if (user?.status !== 'active' || keyOf(user.email) !== emailKey) return undefined;
          return mailToken(tx, deps, { purpose, user, email: user.email });
        });
      case 'invitation':
        return deps.unitOfWork.run(async (tx) => {
          const user = userId === null ? undefined : await tx.users.lock(userId);
          if (user === undefined || !User.isInvitable(user) || user.invitedAt === null) return undefined;
          return keyOf(user.email) === emailKey ? mailToken(tx, deps, { purpose, user, email: user.email }) : undefined;
        });
      case 'email_change':
        return deps.unitOfWork.run((tx) => confirmNewEmail(tx, deps, { emailKey, userId }));
      case 'sign_up_repeated':
        return deps.unitOfWork.run(async (tx) => {
          const user = await tx.users.findByEmail(emailKey);
          return user && noticeMail(user.email, purpose);
        });
      default:
        return noticeMail(emailKey, purpose);
    }
  };

/** The mail to a pending e-mail: a token, or a notice if the e-mail has an account already. */
const confirmNewEmail = async (
  tx: UsersTx,
  deps: Deps,
  { emailKey, userId }: Pick<AccountMailRequest, 'emailKey' | 'userId'>,
): Promise<Mail | undefined> => {
  const user = userId === null ? undefined : await tx.users.lock(userId);
  if (user?.status !== 'active' || user.pendingEmail === null) return undefined;
  const email = user.pendingEmail;
  if (keyOf(email) !== emailKey) return undefined;
  const holder = await tx.users.findByEmail(emailKey);
  // the user's own, if it is only spelled in another way
  if (holder === undefined || holder.id === userId)
    return mailToken(tx, deps, { purpose: 'email_change', user, email });
  return holder.status === 'active' ? noticeMail(holder.email, 'email_taken') : undefined;
};

/** The mail with a new token, which replaces earlier ones. */
const mailToken = async (
  tx: UsersTx,
  { tokens, systemClock, dashboard }: Deps,
  { purpose, user, email }: Readonly<{ purpose: TokenPurpose; user: User; email: string }>,
): Promise<Mail> => {
  const { token, hash } = tokens.make(TOKEN_KINDS[purpose]);
  const expiresAt = new Date(systemClock.now().getTime() + TOKEN_LIFETIME_MS[purpose]);
  await tx.oneTimeTokens.add({ hash, purpose, userId: user.id, emailKey: keyOf(email), expiresAt });
  const rules = await tx.shopRules.read();
  const pages: MailPages = {
    // the page of the shop is for its customers
    password_reset: user.role === 'customer' ? rules.password_reset_url : `${dashboard()}/reset-password`,
    invitation: `${dashboard()}/accept-invitation`,
    email_verification: rules.email_verification_url,
    email_change: rules.email_verification_url,
  };
  return tokenMail({ email }, { purpose, token, pages });
};
