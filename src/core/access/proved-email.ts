import { emailKey } from '#core/shared/mail.ts';

type Holder = Readonly<{ email: string; emailVerifiedAt: Date | null }>;

/** Whether an e-mail is that of a user who has verified it. */
export const hasProvedEmail = (user: Holder | undefined, email: string): boolean =>
  user !== undefined && user.emailVerifiedAt !== null && emailKey(user.email) === emailKey(email);
