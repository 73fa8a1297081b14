import type { Id } from '#core/shared/id.ts';
import type { TokenHash } from './bearer-tokens.ts';

/** A signed-in user on one device. */
export type Session = Readonly<{
  id: Id<'ses'>;
  userId: Id<'usr'>;
  hash: TokenHash;
  createdAt: Date;
  expiresAt: Date;
}>;

const TOKEN_LIFETIME_MS = 12 * 60 * 60 * 1000;

export const Session = {
  start: ({ at, ...given }: Pick<Session, 'id' | 'userId' | 'hash'> & { at: Date }): Session => ({
    ...given,
    createdAt: at,
    expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS),
  }),
};
