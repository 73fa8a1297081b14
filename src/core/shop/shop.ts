import { Address, type AddressFields } from '#core/shared/address.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { DEFAULT_SEARCH_RULES, type LanguageCode, type SearchRules } from '#core/shared/languages.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { isTimeZone } from '#core/shared/zoned-time.ts';

/** The shop itself, of which there is one. */
export type Shop = Resource<'shop'> &
  Readonly<{
    /** What customers call it. */
    name: string;
    /** The name of the company. */
    legalName: string | null;
    address: Address | null;
    /** Its own tax number, as its country writes it. */
    taxId: string | null;
    /** Where customers reach it. */
    email: string | null;
    /** Over https. */
    logoUrl: string | null;
    /** Of the IANA database: `Europe/Berlin`. */
    timeZone: string;
    /** How buyers are instructed on their right of withdrawal: printed in full where an order is confirmed. */
    withdrawalNotice: string | null;
    /** What its customers search in. */
    searchLanguages: readonly LanguageCode[];
    /** Groups of words or phrases that mean the same in a search. */
    searchSynonyms: readonly (readonly string[])[];
  }> &
  InvoiceSettings;

/** What the shop's invoices look like. */
type InvoiceSettings = Readonly<{
  /** Before the number of an invoice: `INV-`. */
  invoicePrefix: string;
  creditNotePrefix: string;
  /** On every page of an invoice, such as a bank account. */
  invoiceFooter: string | null;
  /** How many days after its finalization an invoice is due. */
  paymentTermsDays: number;
  /** How many years the buyer of an invoice is kept after their data was erased elsewhere. */
  invoiceRetentionYears: number;
}>;

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type ShopFields = Readonly<{
  /** `Shop` if omitted. */
  name?: string;
  legal_name?: string | null;
  address?: AddressFields | null;
  tax_id?: string | null;
  email?: string | null;
  logo_url?: string | null;
  /** `UTC` if omitted. */
  time_zone?: string;
  /** `INV-` if omitted. */
  invoice_prefix?: string;
  /** `CN-` if omitted. */
  credit_note_prefix?: string;
  invoice_footer?: string | null;
  /** 14 if omitted. */
  payment_terms_days?: number;
  /** 10 if omitted. */
  invoice_retention_years?: number;
  withdrawal_notice?: string | null;
  /** English and German if omitted. */
  search_languages?: readonly LanguageCode[];
  /** None if omitted. */
  search_synonyms?: readonly (readonly string[])[];
}>;

/** The id of the only shop. */
export const SHOP_ID: Id<'shop'> = 'shop_00000000000000000000000000';

export const Shop = {
  /** A shop with the defaults. */
  initial: (at: Date): Shop => ({ ...newResource(SHOP_ID, at), ...valuesOf({}) }),

  /** Replaces the fields. @throws DomainError `validation_failed` with every error of the fields. */
  change: (shop: Shop, fields: ShopFields, at: Date): Shop => nextVersion(shop, valuesOf(fields), at),

  /** The fields as a writer would send them. */
  fieldsOf: (shop: Shop) => ({
    name: shop.name,
    legal_name: shop.legalName,
    address: shop.address,
    tax_id: shop.taxId,
    email: shop.email,
    logo_url: shop.logoUrl,
    time_zone: shop.timeZone,
    invoice_prefix: shop.invoicePrefix,
    credit_note_prefix: shop.creditNotePrefix,
    invoice_footer: shop.invoiceFooter,
    payment_terms_days: shop.paymentTermsDays,
    invoice_retention_years: shop.invoiceRetentionYears,
    withdrawal_notice: shop.withdrawalNotice,
    search_languages: shop.searchLanguages,
    search_synonyms: shop.searchSynonyms,
  }),
};

const valuesOf = (fields: ShopFields): Omit<Shop, keyof Resource> => {
  const { address = null, time_zone: timeZone = 'UTC' } = fields;
  const errors: FieldError[] = address === null ? [] : Address.errors('address', address);
  if (!isTimeZone(timeZone)) {
    const message = 'must be the name of a time zone, such as Europe/Berlin';
    errors.push({ path: ['time_zone'], code: 'any.only', message });
  }
  if (errors.length > 0) throw invalid(errors);
  return {
    name: fields.name ?? 'Shop',
    legalName: fields.legal_name ?? null,
    address: address === null ? null : Address.of(address),
    taxId: fields.tax_id ?? null,
    email: fields.email?.normalize('NFC') ?? null,
    logoUrl: fields.logo_url ?? null,
    timeZone,
    invoicePrefix: fields.invoice_prefix ?? 'INV-',
    creditNotePrefix: fields.credit_note_prefix ?? 'CN-',
    invoiceFooter: fields.invoice_footer ?? null,
    paymentTermsDays: fields.payment_terms_days ?? 14,
    invoiceRetentionYears: fields.invoice_retention_years ?? 10,
    withdrawalNotice: fields.withdrawal_notice ?? null,
    searchLanguages: fields.search_languages ?? DEFAULT_SEARCH_RULES.languages,
    searchSynonyms: fields.search_synonyms ?? [],
  };
};

/** The shop as the API shows it. */
export type ShopView = ResourceView<Shop, 'shop'> &
  Readonly<{
    name: string;
    legal_name: string | null;
    address: Address | null;
    tax_id: string | null;
    email: string | null;
    logo_url: string | null;
    time_zone: string;
    invoice_prefix: string;
    credit_note_prefix: string;
    invoice_footer: string | null;
    payment_terms_days: number;
    invoice_retention_years: number;
    withdrawal_notice: string | null;
    search_languages: readonly LanguageCode[];
    search_synonyms: readonly (readonly string[])[];
  }>;

export const shopView = (shop: Shop): ShopView => ({
  id: shop.id,
  object: 'shop',
  ...Shop.fieldsOf(shop),
  ...versionView(shop),
});

const searchRules = new WeakMap<Shop, SearchRules>();

/** How the shop's customers search: the same object for the same shop, so that what follows from it is kept. */
export const searchRulesOf = (shop: Shop): SearchRules => {
  const { version, searchLanguages: languages, searchSynonyms: synonyms } = shop;
  const rules = searchRules.get(shop) ?? { version, languages, synonyms };
  searchRules.set(shop, rules);
  return rules;
};
