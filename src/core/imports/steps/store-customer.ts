import { Address, type AddressFields, MAX_ADDRESSES } from '#core/shared/address.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import { requireMayGrant } from '#core/users/authority.ts';
import { CONSENT_PURPOSES, Consents, type ConsentsFields } from '#core/users/consents.ts';
import { addUser, storeUser } from '#core/users/steps/store-user.ts';
import { User, type UserFields } from '#core/users/user.ts';
import type { ImportError } from '../import-error.ts';
import { type RowResult, rowTarget, type StoreDeps } from '../import-target.ts';
import type { ImportsTx } from '../ports.ts';

/** A row of a customer, whom the e-mail names. Omitted fields stay; addresses are added to those that there are. */
export type CustomerRow = Pick<
  UserFields,
  'email' | 'name' | 'phone' | 'addresses' | 'metadata' | 'tax_id' | 'consents'
>;

/** Customers get no password: they set one by a mail when they first sign in. */
export const customerTarget = rowTarget<CustomerRow>(async (tx, deps, { fields, line }) => {
  const before = await tx.users.findByEmail(emailKey(fields.email));
  if (before === undefined) return create(tx, deps, fields);
  if (!User.isPlainCustomer(before)) throw invalid([OF_STAFF]);
  // whoever has signed up with it would read the customer's addresses
  if (User.mayBeStrangers(before)) throw invalid([UNPROVED]);
  const known = User.fieldsOf(before);
  const { consents, kept } = newerConsents(before.consents, fields.consents ?? {});
  const { addresses, left } = withAddresses(before.addresses, fields.addresses ?? []);
  const merged: UserFields = {
    ...known,
    name: fields.name ?? known.name ?? null,
    phone: fields.phone ?? known.phone ?? null,
    tax_id: fields.tax_id ?? known.tax_id ?? null,
    metadata: { ...known.metadata, ...fields.metadata },
    addresses,
    consents,
    // a confirmation is one of the tax id
    tax_id_confirmed: known.tax_id_confirmed === true && (fields.tax_id ?? known.tax_id) === known.tax_id,
  };
  const change = { before, fields: merged, setsEmail: false, passwordHash: undefined, revokeKeys: false };
  const { user } = await storeUser(tx, deps, { ...change, verified: undefined });
  const warnings = kept.map((field): ImportError => ({ ...KEPT, line, field }));
  if (left > 0) warnings.push({ line, field: 'addresses', code: 'addresses.max', message: MANY });
  return { outcome: user === before ? 'unchanged' : 'updated', warnings };
});

const create = async (
  tx: ImportsTx,
  deps: StoreDeps,
  { consents = {}, ...fields }: CustomerRow,
): Promise<RowResult> => {
  const given = { ...fields, consents: newerConsents(Consents.none, consents).consents };
  const customer = User.create(deps.ids.next('usr'), given, {
    passwordHash: null,
    writer: 'staff',
    at: deps.clock.now(),
  });
  requireMayGrant(deps.actor, customer);
  await addUser(tx, deps.actor, customer);
  return { outcome: 'created' };
};

const OF_STAFF = {
  path: ['email'],
  code: 'any.invalid',
  message: 'is that of an account with permissions, which files do not change',
};

const UNPROVED = {
  path: ['email'],
  code: 'any.invalid',
  message: 'is that of an account here whose e-mail nobody has proved: a stranger may have signed up with it',
};

const KEPT = { code: 'consent.kept', message: 'was left as it is: it was said later than the file was written' };

/**
 * The consents that a row adds. One without a time says what was known when the file was written: it replaces only what an
 * earlier file said, and no customer whom nobody asked has refused.
 */
const newerConsents = (
  before: Consents,
  given: ConsentsFields,
): Readonly<{ consents: ConsentsFields; kept: readonly string[] }> => {
  const isNewer = (purpose: (typeof CONSENT_PURPOSES)[number]): boolean => {
    const [stored, said] = [before[purpose], given[purpose]];
    if (said == null) return false;
    if (said.at !== undefined) return stored === null || new Date(said.at) > new Date(stored.at);
    return stored === null ? said.granted : stored.granted !== said.granted && stored.source === said.source;
  };
  const differs = (purpose: (typeof CONSENT_PURPOSES)[number]): boolean =>
    given[purpose] != null && before[purpose] !== null && before[purpose].granted !== given[purpose].granted;
  const newer = CONSENT_PURPOSES.filter(isNewer);
  const kept = CONSENT_PURPOSES.filter((purpose) => !newer.includes(purpose) && differs(purpose));
  return { consents: Object.fromEntries(newer.map((purpose) => [purpose, given[purpose]])), kept };
};

const MANY = `was left out: a customer has at most ${MAX_ADDRESSES} addresses`;

type Addresses = Readonly<{ addresses: readonly AddressFields[]; left: number }>;

/** Those that there are, and those of the row that are none of them, as many as fit. `left`: how many do not. */
const withAddresses = (before: readonly Address[], given: readonly AddressFields[]): Addresses => {
  const known = new Set(before.map(keyOf));
  const added = given.filter((address) => !known.has(keyOf(Address.of(address))));
  const fitting = added.slice(0, Math.max(MAX_ADDRESSES - before.length, 0));
  return { addresses: [...before, ...fitting], left: added.length - fitting.length };
};

const keyOf = (address: Address): string => JSON.stringify(Object.values(Address.of(address)));
