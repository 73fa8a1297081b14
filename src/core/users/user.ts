import { Role, type UserStatus } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import { tagErrors, tidyTags } from '#core/catalog/tags.ts';
import { tidyTaxId } from '#core/pricing/tax-id.ts';
import { Address, type AddressFields } from '#core/shared/address.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { isSameSpelling } from '#core/shared/mail.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';
import { Consents, type ConsentsFields, type ConsentWriter } from './consents.ts';

export type UserId = Id<'usr'>;

/** A person with an account. */
export type User = Resource<'usr'> &
  Readonly<{
    /** As the user writes it. */
    email: string;
    /** When the e-mail was verified; null until then. */
    emailVerifiedAt: Date | null;
    /** The e-mail that the user wants instead, until a token mailed to it is redeemed. */
    pendingEmail: string | null;
    name: string | null;
    phone: string | null;
    addresses: readonly Address[];
    metadata: StringMap;
    /** The keys of the metadata that the user wrote. */
    customerMetadataKeys: readonly string[];
    /** Null without a password: the user cannot sign in. */
    passwordHash: string | null;
    /** When the user was last invited to set a password; null once it is set. */
    invitedAt: Date | null;
    role: Role;
    /** Scopes in addition to the role's. */
    permissions: readonly Scope[];
    status: UserStatus;
    /** Whether the staff lets the customer have any number of unpaid orders. */
    trusted: boolean;
    /** The user's tax id, tidy; null for none. */
    taxId: string | null;
    /** When the staff confirmed the tax id; null until then. */
    taxIdConfirmedAt: Date | null;
    /** Who confirmed it; null also for one that an upgrade kept. */
    taxIdConfirmedBy: UserId | null;
    consents: Consents;
    /** Labels by which the staff finds the user, in their order. */
    tags: readonly string[];
    /** Of the staff. */
    note: string | null;
  }>;

/** A writer's fields; omitted ones have their defaults. */
export type UserFields = Readonly<{
  email: string;
  name?: string | null;
  phone?: string | null;
  addresses?: readonly AddressFields[];
  metadata?: StringMap;
  /** `customer` if omitted. */
  role?: Role;
  permissions?: readonly Scope[];
  /** `active` if omitted. */
  status?: UserStatus;
  /** False if omitted. */
  trusted?: boolean;
  tax_id?: string | null;
  /** False if omitted. */
  tax_id_confirmed?: boolean;
  /** Omitted ones stay: a record of proof is not lost by omission. */
  consents?: ConsentsFields;
  tags?: readonly string[];
  note?: string | null;
}>;

/** Whom a colleague invites, and with which rights. */
export type Invitation = Pick<UserFields, 'email' | 'name' | 'role' | 'permissions'>;

export const User = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (
    id: UserId,
    fields: UserFields,
    { passwordHash, at, writer = 'staff' }: { passwordHash: string | null; at: Date; writer?: ConsentWriter },
  ): User => ({
    ...newResource(id, at),
    ...settled(fields),
    consents: Consents.write(Consents.none, fields.consents, { writer, at }),
    emailVerifiedAt: null,
    pendingEmail: null,
    taxIdConfirmedAt: null,
    taxIdConfirmedBy: null,
    customerMetadataKeys: [],
    passwordHash,
    invitedAt: null,
  }),

  /** Invites the user, or once more with other fields. @throws as `create` does. */
  invite: (user: User, fields: Invitation, at: Date): User => ({
    ...User.replace(user, { ...User.fieldsOf(user), ...fields }, at),
    invitedAt: at,
  }),

  /** Whether the user has no password yet and may be invited to set one. */
  isInvitable: ({ passwordHash, status }: Pick<User, 'passwordHash' | 'status'>): boolean =>
    passwordHash === null && status === 'active',

  /** Replaces the fields; omitted ones return to their defaults. @throws as `create` does. */
  replace: (user: User, fields: UserFields, at: Date, writer: ConsentWriter = 'staff'): User =>
    nextVersion(
      user,
      {
        ...settled(fields),
        consents: Consents.write(user.consents, fields.consents, { writer, at }),
        // another e-mail is not verified, also if only its spelling is another one: mails go to what is stored
        emailVerifiedAt: isSameSpelling(fields.email, user.email) ? user.emailVerifiedAt : null,
        pendingEmail: null,
      },
      at,
    ),

  /** Replaces the fields by the user's own ones: another e-mail is pending until it is verified. @throws as `create` does. */
  replaceOwn: (user: User, fields: UserFields, at: Date): User => {
    if (isSameSpelling(fields.email, user.email)) return User.replace(user, fields, at, 'account');
    const replaced = User.replace(user, { ...fields, email: user.email }, at, 'account');
    return { ...replaced, pendingEmail: fields.email.normalize('NFC') };
  },

  /** Sets a password by a mailed token, which also verifies the e-mail. A pending e-mail may be a thief's: it is dropped. */
  withResetPassword: (user: User, passwordHash: string, at: Date): User =>
    nextVersion(
      user,
      { passwordHash, invitedAt: null, emailVerifiedAt: user.emailVerifiedAt ?? at, pendingEmail: null },
      at,
    ),

  /**
   * Whether somebody else than the holder of the e-mail may have set the account up: who signed up with it had to prove
   * nothing. Nobody has used an account without a password, and one with permissions was given them by the shop.
   */
  mayBeStrangers: (user: User): boolean =>
    user.emailVerifiedAt === null && user.passwordHash !== null && User.isPlainCustomer(user),

  /** Without what a stranger may have written who set the account up; the shop's metadata stay. */
  withoutOwnFields: (user: User): User => ({
    ...user,
    ...OWN_FIELDS,
    ...SharedMetadata.writeByCustomer(user, {}),
    consents: Consents.withoutOwn(user.consents),
  }),

  /** Marks the e-mail as verified; a verified user is unchanged. */
  withVerifiedEmail: (user: User, at: Date): User =>
    user.emailVerifiedAt === null ? nextVersion(user, { emailVerifiedAt: at }, at) : user,

  /** Replaces the e-mail by the pending one, which was verified. */
  withPendingEmail: (user: User, at: Date): User =>
    nextVersion(user, { email: user.pendingEmail ?? user.email, emailVerifiedAt: at, pendingEmail: null }, at),

  /** The fields as a writer would send them, without consents: omitted ones stay. */
  fieldsOf: (user: User): UserFields => ({
    email: user.email,
    name: user.name,
    phone: user.phone,
    addresses: user.addresses,
    metadata: user.metadata,
    role: user.role,
    permissions: user.permissions,
    status: user.status,
    trusted: user.trusted,
    tax_id: user.taxId,
    tax_id_confirmed: user.taxIdConfirmedAt !== null,
    tags: user.tags,
    note: user.note,
  }),

  /** The fields that a patch changes: a confirmation does not outlast its tax id. */
  patchedFieldsOf: (user: User, { tax_id: taxId }: Readonly<{ tax_id?: string | null }>): UserFields => {
    const fields = User.fieldsOf(user);
    const isOther = taxId !== undefined && (taxId === null ? null : tidyTaxId(taxId)) !== user.taxId;
    return isOther ? { ...fields, tax_id_confirmed: false } : fields;
  },

  /** The user with a tax id that somebody has confirmed or not; a confirmation of the same one keeps its time. */
  withConfirmation: (
    user: User,
    { before, fields, by, at }: Readonly<{ before: User | null; fields: UserFields; by: UserId | null; at: Date }>,
  ): User => {
    const isSame = before !== null && before.taxId === user.taxId;
    const { tax_id_confirmed: confirmed = false } = fields;
    if (user.taxId === null || !confirmed) return { ...user, taxIdConfirmedAt: null, taxIdConfirmedBy: null };
    if (isSame && before.taxIdConfirmedAt !== null) {
      const { taxIdConfirmedAt, taxIdConfirmedBy } = before;
      return { ...user, taxIdConfirmedAt, taxIdConfirmedBy };
    }
    return { ...user, taxIdConfirmedAt: at, taxIdConfirmedBy: by };
  },

  /** Whether a tidy tax id is the confirmed one of the user. */
  hasConfirmed: ({ taxId, taxIdConfirmedAt }: User, tidy: string): boolean =>
    taxIdConfirmedAt !== null && taxId === tidy,

  /** The user's scopes by role and permissions, also while disabled. */
  scopes: (user: Pick<User, 'role' | 'permissions'>): ReadonlySet<Scope> => Role.granted(user),

  /** Whether the user is a customer without permissions. */
  isPlainCustomer: ({ role, permissions }: Pick<User, 'role' | 'permissions'>): boolean =>
    role === 'customer' && permissions.length === 0,

  /** Whether the user is an active owner, who could run the shop alone. */
  isActiveOwner: ({ role, status }: Pick<User, 'role' | 'status'>): boolean => role === 'owner' && status === 'active',
};

/** What users write of themselves, besides their metadata, as it is without it. A confirmation is one of the tax id. */
const OWN_FIELDS = {
  name: null,
  phone: null,
  addresses: [],
  pendingEmail: null,
  taxId: null,
  taxIdConfirmedAt: null,
  taxIdConfirmedBy: null,
} as const;

const settled = (fields: UserFields) => {
  const errors = [...stringMapErrors('metadata', fields.metadata), ...tagErrors(fields.tags)];
  if (errors.length > 0) throw invalid(errors);
  return {
    // one form for characters that look and mean the same, such as the Kelvin sign and K
    email: fields.email.normalize('NFC'),
    name: fields.name ?? null,
    phone: fields.phone ?? null,
    addresses: (fields.addresses ?? []).map(Address.of),
    metadata: fields.metadata ?? {},
    role: fields.role ?? 'customer',
    permissions: fields.permissions ?? [],
    status: fields.status ?? 'active',
    trusted: fields.trusted ?? false,
    taxId: (fields.tax_id ?? null) === null ? null : tidyTaxId(fields.tax_id ?? ''),
    tags: tidyTags(fields.tags ?? []),
    note: fields.note ?? null,
  };
};
