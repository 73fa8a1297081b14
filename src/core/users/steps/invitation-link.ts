// Why: docs/decisions/0078-links-of-invitations.md

import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import { pageLink } from '#core/mails/mail-document.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/mail.ts';
import { TOKEN_LIFETIME_MS } from '../account-mails.ts';
import type { UsersTx } from '../ports.ts';
import type { User } from '../user.ts';

type Deps = Readonly<{
  tokens: BearerTokens;
  systemClock: SystemClock;
  /** Where an invitation is accepted, read for each link, since the address of the service may be known later. */
  page: () => string;
}>;

/** Makes the link of an invitation that is not mailed, with a token that replaces the user's former one. */
export type MakeInvitationLink = (tx: UsersTx, user: User) => Promise<string>;

export const makeInvitationLink =
  ({ tokens, systemClock, page }: Deps): MakeInvitationLink =>
  async (tx, { id, email }) => {
    const { token, hash } = tokens.make('cpi');
    const expiresAt = new Date(systemClock.now().getTime() + TOKEN_LIFETIME_MS.invitation);
    const about = { userId: id, emailKey: emailKey(email) };
    await tx.oneTimeTokens.add({ hash, purpose: 'invitation_link', ...about, expiresAt });
    return pageLink(page(), { token });
  };
