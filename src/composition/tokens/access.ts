import type { AllowedOrigins } from '#core/access/allowed-origins.ts';
import type { CredentialCache } from '#core/access/credential-cache.ts';
import type { KeyVerifier } from '#core/access/key-verifier.ts';
import type { Passkeys } from '#core/access/second-factors/passkeys.ts';
import type { CountCodeAttempt, SecondFactorCheck } from '#core/access/second-factors/second-factor-check.ts';
import type { RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import type { EnsureOwner } from '#core/users/use-cases/create-owner.ts';
import { token } from '../injection.ts';

export const ACCESS = {
  allowedOrigins: token<AllowedOrigins>('AllowedOrigins'),
  credentialCache: token<CredentialCache>('CredentialCache'),
  keyVerifier: token<KeyVerifier>('KeyVerifier'),
  countCodeAttempt: token<CountCodeAttempt>('CountCodeAttempt'),
  passkeys: token<Passkeys>('Passkeys'),
  secondFactors: token<SecondFactorCheck>('SecondFactorCheck'),
};

export const USERS = { ensureOwner: token<EnsureOwner>('EnsureOwner') };

export const AUDIT = { recordDenial: token<RecordDenial>('RecordDenial') };
