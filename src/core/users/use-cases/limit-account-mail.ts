import type { LimitAccountMail } from '#core/mails/use-cases/send-mails.ts';
import { emailKey as keyOf } from '#core/shared/mail.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';

type Deps = Readonly<{ unitOfWork: UnitOfWork<UsersTx> }>;

/** What somebody causes who need not have the account of the e-mail. */
const OF_STRANGERS: ReadonlySet<string> = new Set(['email_change', 'sign_up_repeated']);

/** Mails to the proved e-mail of an account are not limited, except for those that others cause. */
export const makeLimitAccountMail =
  ({ unitOfWork }: Deps): LimitAccountMail =>
  async ({ purpose, emailKey, client }) => {
    if (client === null || OF_STRANGERS.has(purpose)) return client;
    const user = await unitOfWork.run((tx) => tx.users.findByEmail(keyOf(emailKey)));
    return user === undefined || user.emailVerifiedAt === null ? client : null;
  };
