import type { AuditTx } from '#core/audit/ports.ts';
import type { MailsTx } from '#core/mails/ports.ts';
import type { AccountRepository } from './account-repository.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { SecondFactorRepository } from './second-factors/second-factor-repository.ts';
import type { SessionRepository } from './session-repository.ts';

/** The part of a transaction that the use cases of access need. */
export type AccessTx = Readonly<{
  users: AccountRepository;
  apiKeys: ApiKeyRepository;
  sessions: SessionRepository;
  secondFactors: SecondFactorRepository;
}> &
  MailsTx &
  AuditTx;
