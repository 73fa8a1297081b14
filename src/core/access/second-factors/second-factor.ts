import { DomainError, invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';

export type SecondFactorId = Id<'fac'>;

export const SECOND_FACTOR_TYPES = ['totp'] as const;

export type SecondFactorType = (typeof SECOND_FACTOR_TYPES)[number];

export const SECOND_FACTOR_STATUSES = ['pending', 'active'] as const;

/** What a user proves besides the password: an authenticator app, whose codes follow from a secret and the time. */
export type SecondFactor = Resource<'fac'> &
  Readonly<{
    userId: Id<'usr'>;
    type: SecondFactorType;
    /** The user's, to tell factors apart. */
    name: string;
    /** Pending until a code shows that the app has the secret; only active ones are required. */
    status: (typeof SECOND_FACTOR_STATUSES)[number];
    /** Encrypted. */
    secret: string;
    /** The time step of the last code that was used: codes of this one and of earlier ones are rejected. */
    lastTimeStep: number | null;
    confirmedAt: Date | null;
    lastUsedAt: Date | null;
  }>;

const MAX_SECOND_FACTORS = 5;

type Enrolment = Pick<SecondFactor, 'id' | 'userId' | 'type' | 'name' | 'secret'> & Readonly<{ at: Date }>;

export const SecondFactor = {
  enrol: ({ id, at, ...fields }: Enrolment): SecondFactor => ({
    ...newResource(id, at),
    ...fields,
    status: 'pending',
    lastTimeStep: null,
    confirmedAt: null,
    lastUsedAt: null,
  }),

  /** Activates a factor by the time step of its first code. @throws DomainError `invalid_state` unless it is pending. */
  confirm: (factor: SecondFactor, step: number, at: Date): SecondFactor => {
    if (factor.status !== 'pending') throw invalidState('The second factor is confirmed already.', factor.status);
    return { ...SecondFactor.use(factor, step, at), status: 'active', confirmedAt: at };
  },

  /** Uses up the code of a time step. */
  use: (factor: SecondFactor, step: number, at: Date): SecondFactor => ({
    ...factor,
    version: factor.version + 1,
    updatedAt: at,
    lastTimeStep: step,
    lastUsedAt: at,
  }),

  isActive: ({ status }: Pick<SecondFactor, 'status'>): boolean => status === 'active',

  /** @throws DomainError `too_many_second_factors` if a user with these active factors may have no further one. */
  requireRoom: (active: readonly SecondFactor[]): void => {
    if (active.length < MAX_SECOND_FACTORS) return;
    const message = `A user has at most ${MAX_SECOND_FACTORS} second factors: remove one first.`;
    throw new DomainError('conflict', 'too_many_second_factors', message);
  },
};
