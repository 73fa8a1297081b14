import { PHONE } from '#core/shared/address.ts';
import { CONSENT_PURPOSES } from '#core/users/consents.ts';
import { countryOf } from '../country.ts';
import { defined } from '../fields-of-row.ts';
import { byHeader, headerKey, type Preset } from '../presets/preset.ts';
import { isYes } from '../source-row.ts';
import type { SourceTable, TableReader } from './table.ts';

const PERSON = ['email', 'name', 'first_name', 'last_name', 'phone', 'tax_id', 'role'] as const;
const ADDRESS = [
  ...['name', 'first_name', 'last_name', 'company', 'line1', 'line2', 'city', 'state', 'postal_code', 'country'],
  'phone',
] as const;

/** What a customer cannot have here, and what a warning says of it. */
const LOSSES = {
  password: 'were left out: customers set new ones by a mail',
  note: 'has a note that was left out',
  tags: 'has tags that were left out',
  tax_exempt: 'pays no tax there: confirm a tax id here',
} as const;

const FIELDS: ReadonlySet<string> = new Set<string>([
  ...PERSON,
  ...ADDRESS.flatMap((part) => [`address.${part}`, `shipping.${part}`]),
  ...CONSENT_PURPOSES.flatMap((purpose) => [purpose, `${purpose}_at`, `${purpose}_source`]),
  ...Object.keys(LOSSES),
]);

/** As bodies of the API, a file has no member of this name. */
const METADATA = /^metadata\.(?!__proto__$)./;

/** The columns of an address, whose names begin in the same way. */
const addressColumns = (prefix: string, field: string, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, part]) => [headerKey(`${prefix}${name}`), `${field}.${part}`]));

const SHOPIFY_ADDRESS = {
  Company: 'company',
  Address1: 'line1',
  Address2: 'line2',
  City: 'city',
  'Province Code': 'state',
  'Country Code': 'country',
  Zip: 'postal_code',
} as const;

const shopify: Preset = {
  recognisedBy: [['first name', 'last name', 'email', 'accepts email marketing']],
  columns: {
    email: 'email',
    'first name': 'first_name',
    'last name': 'last_name',
    phone: 'phone',
    'accepts email marketing': 'email_marketing',
    'accepts sms marketing': 'sms_marketing',
    note: 'note',
    tags: 'tags',
    'tax exempt': 'tax_exempt',
    ...addressColumns('', 'address', SHOPIFY_ADDRESS),
    ...addressColumns('Default Address ', 'address', { ...SHOPIFY_ADDRESS, Phone: 'phone' }),
  },
};

const WOOCOMMERCE_ADDRESS = {
  first_name: 'first_name',
  last_name: 'last_name',
  company: 'company',
  address_1: 'line1',
  address_2: 'line2',
  city: 'city',
  state: 'state',
  postcode: 'postal_code',
  country: 'country',
  phone: 'phone',
} as const;

const woocommerce: Preset = {
  recognisedBy: [
    ['user email', 'billing address 1'],
    ['email', 'billing address 1', 'billing postcode'],
    ['billing email', 'billing address 1'],
  ],
  columns: {
    'user email': 'email',
    email: 'email',
    'billing email': 'email',
    'first name': 'first_name',
    'last name': 'last_name',
    'display name': 'name',
    role: 'role',
    roles: 'role',
    'user pass': 'password',
    ...addressColumns('billing_', 'address', WOOCOMMERCE_ADDRESS),
    ...addressColumns('shipping_', 'shipping', WOOCOMMERCE_ADDRESS),
  },
};

/** What shops call the columns of their own files, in English and German. */
const NAMES = {
  email: ['Email', 'E-mail', 'Email address', 'E-Mail-Adresse', 'Mail'],
  name: ['Name', 'Full name', 'Customer', 'Kunde'],
  first_name: ['First name', 'Vorname', 'Prénom'],
  last_name: ['Last name', 'Surname', 'Nachname', 'Nom'],
  phone: ['Phone', 'Telephone', 'Telefon', 'Mobile', 'Mobil'],
  tax_id: ['Tax ID', 'VAT number', 'VAT ID', 'USt-IdNr', 'UID'],
  'address.company': ['Company', 'Firma', 'Unternehmen'],
  'address.line1': ['Address', 'Address 1', 'Street', 'Straße', 'Strasse', 'Adresse'],
  'address.line2': ['Address 2', 'Adresszusatz'],
  'address.city': ['City', 'Town', 'Ort', 'Stadt'],
  'address.state': ['State', 'Province', 'Region', 'Bundesland'],
  'address.postal_code': ['Postal code', 'Postcode', 'Zip', 'PLZ', 'Postleitzahl'],
  'address.country': ['Country', 'Country code', 'Land'],
  email_marketing: ['Newsletter', 'Accepts marketing', 'Subscribed', 'Werbung erlaubt'],
  email_marketing_at: ['Newsletter since', 'Subscribed at', 'Newsletter seit'],
  password: ['Password', 'Password hash', 'Passwort'],
  note: ['Note', 'Notes', 'Notiz', 'Bemerkung'],
  tags: ['Tags'],
} as const;

const generic: Preset = {
  recognisedBy: [],
  columns: byHeader(NAMES),
};

export const CUSTOMERS: SourceTable = {
  presets: { shopify, woocommerce, generic },
  fieldSet: {
    noun: 'a customer',
    has: (field) => FIELDS.has(field) || METADATA.test(field),
    isOwn: (column) => FIELDS.has(column) || METADATA.test(column),
    lists: new Set(['email']),
    naming: new Set(['email']),
    namedBy: 'the e-mail of a customer',
  },
  gathered: 'addresses',
  read: (reader, preset) => {
    requireCustomer(reader);
    noteLosses(reader);
    const addresses = ['address', 'shipping'].flatMap((prefix) => addressOf(reader, prefix) ?? []);
    const consents = consentsOf(reader, preset);
    const metadata = Object.entries(reader.cells).flatMap(([field, cell]) =>
      field.startsWith('metadata.') ? [[field.slice('metadata.'.length), cell.trim()]] : [],
    );
    return {
      fields: defined({
        // several columns may have it
        email: reader.cells['email']?.split('\n')[0]?.trim(),
        name: nameOf(reader, '') ?? reader.text('name', 255),
        phone: phoneOf(reader, 'phone'),
        tax_id: reader.text('tax_id', 40),
        addresses: addresses.length === 0 ? undefined : addresses,
        consents: Object.keys(consents).length === 0 ? undefined : consents,
        metadata: metadata.length === 0 ? undefined : Object.fromEntries(metadata),
      }),
    };
  },
};

/** Accounts of a shop's staff are not made by a file. */
const requireCustomer = (reader: TableReader): void => {
  if (reader.cells['email'] === undefined)
    reader.reject('email', 'any.required', 'is required: a customer is known by an e-mail');
  const { role } = reader.cells;
  if (role === undefined || /customer|subscriber|kunde/i.test(role)) return;
  reader.reject('email', 'any.invalid', 'is that of an account of the staff: invite colleagues instead');
};

const noteLosses = (reader: TableReader): void => {
  const { cells } = reader;
  for (const [field, message] of Object.entries(LOSSES)) {
    const cell = cells[field];
    if (cell !== undefined && isYes(cell) !== false) reader.warn(field, `lost.${field}`, message);
  }
};

const nameOf = (reader: TableReader, prefix: string): string | undefined => {
  const parts = [reader.cells[`${prefix}first_name`], reader.cells[`${prefix}last_name`]];
  const name = parts.flatMap((part) => part?.trim() || []).join(' ');
  return reader.text(`${prefix}first_name`, 255, name);
};

const phoneOf = (reader: TableReader, field: string): string | undefined => {
  // spreadsheets are told by an apostrophe that it is a text
  const phone = reader.cells[field]?.trim().replace(/^'/, '');
  if (phone === undefined || (PHONE.test(phone) && /\d\D*\d\D*\d/.test(phone))) return phone;
  reader.warn('phone', 'phone.unknown', 'is no phone number that can be called: it was left out');
  return undefined;
};

const addressOf = (reader: TableReader, prefix: string): object | undefined => {
  const part = (name: string, max = 255): string | undefined => reader.text(`${prefix}.${name}`, max);
  const [line1, country] = [part('line1'), part('country')];
  const given = [line1, part('city'), part('postal_code')].some((each) => each !== undefined);
  if (!given) return undefined;
  const code = country === undefined ? undefined : countryOf(country);
  if (line1 === undefined || code === undefined) {
    const missing = line1 === undefined ? 'a street' : country === undefined ? 'a country' : 'a country that is known';
    reader.warn('addresses', 'address.incomplete', `was left out: it lacks ${missing}`);
    return undefined;
  }
  return defined({
    name: nameOf(reader, `${prefix}.`) ?? part('name') ?? nameOf(reader, '') ?? reader.text('name', 255),
    company: part('company'),
    line1,
    line2: part('line2'),
    city: part('city'),
    state: part('state'),
    postal_code: part('postal_code', 20)?.replace(/^'/, ''),
    country: code,
    phone: phoneOf(reader, `${prefix}.phone`),
  });
};

const REFUSED = /^(?:not[ _-]?|un|never[ _-]?)subscribed$|^opt(?:ed)?[ _-]?out$|^abgemeldet$/i;
const GRANTED = /^subscribed$|^opt(?:ed)?[ _-]?in$|^angemeldet$/i;

/** By yes and no, or by the words of newsletters. */
const isConsent = (cell: string): boolean | undefined =>
  isYes(cell) ?? (REFUSED.test(cell.trim()) ? false : GRANTED.test(cell.trim()) || undefined);

const consentsOf = (reader: TableReader, preset: string): Readonly<Record<string, object>> =>
  Object.fromEntries(
    CONSENT_PURPOSES.flatMap((purpose) => {
      const cell = reader.cells[purpose];
      if (cell === undefined) return [];
      const granted = isConsent(cell);
      if (granted === undefined) {
        reader.warn('consents', 'consent.unknown', 'is neither yes nor no: it was left out');
        return [];
      }
      const source =
        reader.text(`${purpose}_source`, 100) ?? (preset === 'generic' ? 'import' : `import from ${preset}`);
      return [[purpose, defined({ granted, at: reader.time(`${purpose}_at`), source })]];
    }),
  );
