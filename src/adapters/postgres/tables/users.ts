import { p } from '@mikro-orm/postgresql';
import type { Role, UserStatus } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import { labelKey } from '#core/catalog/names.ts';
import { contactWordsOf } from '#core/shared/contact-words.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Consents } from '#core/users/consents.ts';
import type { User } from '#core/users/user.ts';
import { searchGramsOf, searchTextOf } from '#core/users/user-search.ts';
import { contactVector } from '../lists/contact-search.ts';
import { id, json, jsonb, textArray, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'usr'>().primary(),
  version: p.integer().version(),
  email: p.text(),
  email_verified_at: timestamp().strictNullable(),
  pending_email: p.text().strictNullable(),
  name: p.text().strictNullable(),
  phone: p.text().strictNullable(),
  addresses: json<User['addresses']>(),
  metadata: json<User['metadata']>(),
  customer_metadata_keys: json<User['customerMetadataKeys']>(),
  password_hash: p.text().strictNullable(),
  invited_at: timestamp().strictNullable(),
  role: p.text().$type<Role>(),
  permissions: jsonb<readonly Scope[]>(),
  status: p.text().$type<UserStatus>(),
  trusted: p.boolean().default(false),
  tax_id: p.text().strictNullable(),
  tax_id_confirmed_at: timestamp().strictNullable(),
  tax_id_confirmed_by: id<'usr'>().strictNullable(),
  consents: jsonb<User['consents']>(),
  tags: textArray(),
  note: p.text().strictNullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const UserRow = table('users', {
  ...copied.columns,
  email_key: p.text(),
  // what the list filters by; null without tags, so that the index omits the user
  tag_keys: textArray().strictNullable(),
  search: p.text(),
  search_grams: textArray(),
  // a tsvector of what the user is found by, too; null until it is computed
  contact: p.text().columnType('tsvector').strictNullable(),
});

export type UserRow = Row<typeof UserRow>;

export const toUserRow = (user: User): UserRow => {
  const search = searchTextOf(user);
  return {
    ...copied.toColumns(user),
    email_key: emailKey(user.email),
    tag_keys: user.tags.length === 0 ? null : user.tags.map(labelKey),
    search,
    search_grams: searchGramsOf(search),
    contact: userContact(user),
  };
};

/** What a user is found by beside the text that `search` has. */
export const userContact = ({ name, phone, addresses }: Pick<User, 'name' | 'phone' | 'addresses'>): string =>
  contactVector(contactWordsOf([{ name, phone }, ...addresses]));

/** What is only searched. */
export type Searched = 'search' | 'search_grams' | 'contact' | 'tag_keys';

export const toUser = (row: Omit<UserRow, Searched>): User => ({
  ...copied.toProperties(row),
  consents: Consents.of(row.consents),
});
