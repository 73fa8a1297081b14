import type { AuditTx } from '#core/audit/ports.ts';
import type { MailsTx } from '#core/mails/ports.ts';
import type { AccountRepository } from './account-repository.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { SecondFactorRepository } from './second-factors/second-factor-repository.ts';
import type { SessionRepository } from './session-repository.ts';

/** The part of a transaction that reads and locks users, for the capabilities below theirs. */
export type AccountsTx = Readonly<{ users: AccountRepository }>;

/** The part of a transaction that the use cases of access need. */
export type AccessTx = Readonly<{
  apiKeys: ApiKeyRepository;
  sessions: SessionRepository;
  secondFactors: SecondFactorRepository;
}> &
  AccountsTx &
  MailsTx &
  AuditTx;
