import type { AccountMailPurpose } from '#core/mails/mail-request.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { UsersTx } from '../ports.ts';
import type { User } from '../user.ts';

/** Requests the mails that notify a user at the former address of changes that somebody else may have made. */
export const requestNotices = async (
  tx: UsersTx,
  { before, after }: Readonly<{ before: User; after: User }>,
): Promise<void> => {
  const recipient = { emailKey: emailKey(before.email), userId: before.id };
  for (const purpose of noticesOf(before, after)) await tx.mailRequests.add({ purpose, ...recipient });
};

const noticesOf = (before: User, after: User): AccountMailPurpose[] => {
  const notices: AccountMailPurpose[] = [];
  if (before.passwordHash !== null && before.passwordHash !== after.passwordHash) notices.push('password_changed');
  if (emailKey(before.email) !== emailKey(after.email)) notices.push('email_changed');
  if (after.pendingEmail !== null && before.pendingEmail !== after.pendingEmail) notices.push('email_change_requested');
  return notices;
};
