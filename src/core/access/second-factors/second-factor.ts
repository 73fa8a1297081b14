import { DomainError, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import type { PasskeyCredential } from './passkeys.ts';

export type SecondFactorId = Id<'fac'>;

export const SECOND_FACTOR_TYPES = ['totp', 'passkey'] as const;

export type SecondFactorType = (typeof SECOND_FACTOR_TYPES)[number];

export const SECOND_FACTOR_STATUSES = ['pending', 'active'] as const;

type Factor = Resource<'fac'> &
  Readonly<{
    userId: Id<'usr'>;
    /** The user's, to tell factors apart. */
    name: string;
    /** Pending until its first use shows that the user has it; only active ones are required. */
    status: (typeof SECOND_FACTOR_STATUSES)[number];
    confirmedAt: Date | null;
    lastUsedAt: Date | null;
  }>;

/** An app whose codes follow from a secret and the time. */
export type AuthenticatorApp = Factor &
  Readonly<{
    type: 'totp';
    /** Encrypted. */
    secret: string;
    /** The time step of the last code that was used: codes of this one and of earlier ones are rejected. */
    lastTimeStep: number | null;
  }>;

/** A key pair of a device or a security key, which signs challenges. */
export type Passkey = Factor &
  Readonly<{
    type: 'passkey';
    /** Null until it is confirmed. */
    credential: PasskeyCredential | null;
  }>;

/** What a user proves besides the password. */
export type SecondFactor = AuthenticatorApp | Passkey;

/** What changes with a use. */
type UseOf<F extends SecondFactor> = F extends AuthenticatorApp
  ? Readonly<{ lastTimeStep: number }>
  : Readonly<{ credential: PasskeyCredential }>;

const MAX_SECOND_FACTORS = 5;

type Enrolment = Pick<Factor, 'id' | 'userId' | 'name'> & Readonly<{ at: Date }>;

const enrol = ({ id, at, ...fields }: Enrolment): Factor => ({
  ...newResource(id, at),
  ...fields,
  status: 'pending',
  confirmedAt: null,
  lastUsedAt: null,
});

export const AuthenticatorApp = {
  enrol: ({ secret, ...fields }: Enrolment & Pick<AuthenticatorApp, 'secret'>): AuthenticatorApp => ({
    ...enrol(fields),
    type: 'totp',
    secret,
    lastTimeStep: null,
  }),
};

export const Passkey = {
  enrol: (fields: Enrolment): Passkey => ({ ...enrol(fields), type: 'passkey', credential: null }),

  /** The credentials of the active passkeys. */
  credentialsOf: (factors: readonly SecondFactor[]): readonly PasskeyCredential[] =>
    factors.flatMap((factor) =>
      factor.type === 'passkey' && factor.status === 'active' && factor.credential !== null ? [factor.credential] : [],
    ),
};

export const SecondFactor = {
  /** Activates a factor by its first use. @throws DomainError `invalid_state` unless it is pending. */
  confirm: <F extends SecondFactor>(factor: F, use: UseOf<F>, at: Date): F => {
    SecondFactor.requirePending(factor);
    return { ...SecondFactor.use(factor, use, at), status: 'active', confirmedAt: at };
  },

  requirePending: ({ status }: Pick<SecondFactor, 'status'>): void => {
    if (status !== 'pending') throw invalidState('The second factor is confirmed already.', status);
  },

  /** Uses up the code of a time step, or advances the counter of a passkey. */
  use: <F extends SecondFactor>(factor: F, use: UseOf<F>, at: Date): F => ({
    ...nextVersion(factor, {}, at),
    ...use,
    lastUsedAt: at,
  }),

  rename: (factor: SecondFactor, name: string, at: Date): SecondFactor => nextVersion(factor, { name }, at),

  /** One of a user's factors. @throws DomainError `not_found`. */
  oneOf: (factors: readonly SecondFactor[], id: SecondFactorId): SecondFactor => {
    const found = factors.find((factor) => factor.id === id);
    return orNotFound(found, 'second factor', id);
  },

  isActive: ({ status }: Pick<SecondFactor, 'status'>): boolean => status === 'active',

  /** @throws DomainError `too_many_second_factors` if a user with these active factors may have no further one. */
  requireRoom: (active: readonly SecondFactor[]): void => {
    if (active.length < MAX_SECOND_FACTORS) return;
    const message = `A user has at most ${MAX_SECOND_FACTORS} second factors: remove one first.`;
    throw new DomainError('conflict', 'too_many_second_factors', message);
  },
};

/** A second factor as the API shows it, without its secret. */
export type SecondFactorView = ResourceView<SecondFactor, 'second_factor'> &
  Readonly<{
    type: SecondFactor['type'];
    name: string;
    status: SecondFactor['status'];
    confirmed_at: string | null;
    last_used_at: string | null;
  }>;

export const secondFactorView = ({
  id,
  type,
  name,
  status,
  confirmedAt,
  lastUsedAt,
  ...rest
}: SecondFactor): SecondFactorView => ({
  id,
  object: 'second_factor',
  type,
  name,
  status,
  confirmed_at: confirmedAt?.toISOString() ?? null,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  ...versionView(rest),
});
