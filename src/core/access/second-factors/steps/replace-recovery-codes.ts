import type { Id } from '#core/shared/id.ts';
import type { AccessTx } from '../../ports.ts';
import type { RecoveryCodes } from '../one-time-passwords.ts';

const RECOVERY_CODES = 10;

/** Replaces the recovery codes of a user. @returns the new ones, which are stored as hashes only. */
export const replaceRecoveryCodes = async (
  tx: AccessTx,
  recoveryCodes: RecoveryCodes,
  userId: Id<'usr'>,
): Promise<readonly string[]> => {
  const made = Array.from({ length: RECOVERY_CODES }, () => recoveryCodes.make());
  await tx.secondFactors.replaceRecoveryCodes(
    userId,
    made.map(({ hash }) => hash),
  );
  return made.map(({ code }) => code);
};
