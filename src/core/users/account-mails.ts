import { pageLink } from '#core/mails/mail-document.ts';
import type { AccountMailPurpose } from '#core/mails/ports.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { TokenPurpose } from './ports.ts';

/** The shop's pages that mails link to, if any; the token is appended as the query parameter `token`. */
export type MailPages = Readonly<Record<TokenPurpose, string | null>>;

const CONFIRMATION = { subject: 'Confirm your e-mail address', action: 'confirm this address', lasts: 'a day' };

const WORDS: Readonly<Record<TokenPurpose, { subject: string; action: string; lasts: string; expected?: string }>> = {
  password_reset: { subject: 'Set a new password', action: 'set a new password', lasts: 'an hour' },
  invitation: {
    subject: 'You are invited to work in a shop',
    action: 'accept and set a password',
    lasts: 'seven days',
    expected: 'expect',
  },
  email_verification: CONFIRMATION,
  email_change: CONFIRMATION,
};

/** The validity of mailed tokens. */
export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  password_reset: 3_600_000,
  invitation: 7 * 24 * 3_600_000,
  email_verification: 24 * 3_600_000,
  email_change: 24 * 3_600_000,
};

/** The mail that contains a token. */
export const tokenMail = (
  { email }: Readonly<{ email: string }>,
  { purpose, token, pages }: Readonly<{ purpose: TokenPurpose; token: string; pages: MailPages }>,
): Mail => {
  const { subject, action, lasts, expected = 'request' } = WORDS[purpose];
  const page = pages[purpose];
  const how =
    page === null
      ? `To ${action}, use this code:\n\n${token}`
      : `To ${action}, open this page:\n\n${pageLink(page, { token })}`;
  const ignore = `It works once, within ${lasts}. If you did not ${expected} it, ignore this mail.`;
  return { to: email, subject, text: textOf(how, ignore) };
};

/** A mail without a token. */
export type Notice = Exclude<AccountMailPurpose, TokenPurpose> | 'email_taken';

const NOT_YOU =
  'If this was not you, set a new password now and revoke all API keys: somebody else may use your account.';

const NOTICES: Readonly<Record<Notice, Readonly<{ subject: string; lines: readonly string[] }>>> = {
  password_changed: {
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and all its sessions have ended.', NOT_YOU],
  },
  email_change_requested: {
    subject: 'A new e-mail address was requested',
    lines: [
      'Somebody who is signed in to your account wants to replace this address. It stays until the new one is confirmed.',
      NOT_YOU,
    ],
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    lines: [
      'Your account has another e-mail address now. This is the last mail to this one.',
      'If this was not you, contact the shop.',
    ],
  },
  api_key_created: {
    subject: 'A new API key was created',
    lines: ['An API key was created for your account.', NOT_YOU],
  },
  webhook_created: {
    subject: 'A new webhook was created',
    lines: [
      'A webhook was created for your account: events of the shop are sent to its address.',
      'If this was not you, set a new password now with revoke_keys, which disables your webhooks too: somebody else may use your account.',
    ],
  },
  webhook_changed: {
    subject: 'A webhook was changed',
    lines: [
      'A webhook of yours, or one that you may change, was given another address or a new signing secret.',
      'If this was not you, set a new password now with revoke_keys, which disables your webhooks too: somebody else may use your account.',
    ],
  },
  second_factor_added: {
    subject: 'A second factor was added',
    lines: ['Your account has a new second factor, which is needed to sign in. Keep its recovery codes.', NOT_YOU],
  },
  second_factor_removed: {
    subject: 'A second factor was removed',
    lines: ['A second factor of your account was removed.', NOT_YOU],
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    lines: ['A recovery code of your account was used instead of your second factor. It does not work again.', NOT_YOU],
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were renewed',
    lines: ['Your account has new recovery codes. The former ones do not work any more.', NOT_YOU],
  },
  sign_up_repeated: {
    subject: 'You have an account already',
    lines: [
      'Somebody signed up with this address. Nothing was changed, because the address has an account.',
      'If this was you, sign in, or set a new password if you do not know it. Otherwise ignore this mail.',
    ],
  },
  email_taken: {
    subject: 'You have an account already',
    lines: [
      'Somebody wants to use this address for another account. Nothing was changed, because the address has an account.',
      'If this was you, sign in to that account. Otherwise ignore this mail.',
    ],
  },
};

/** The mail that notifies the holder of an address. */
export const noticeMail = (email: string, notice: Notice): Mail => {
  const { subject, lines } = NOTICES[notice];
  return { to: email, subject, text: textOf(...lines) };
};

/** The text of a mail, without the name, which others could choose to write mails in the shop's name. */
const textOf = (...lines: readonly string[]): string => `${['Hello,', ...lines].join('\n\n')}\n`;
