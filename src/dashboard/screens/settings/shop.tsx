import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { caller, holds } from '../../app/session.ts';
import { shop, toShop } from '../../app/shop.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import type { RowColumn } from '../../form/rows.ts';
import { sendFixed } from '../../form/send-action.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { countries } from '../../text/countries.ts';
import { languageNames } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { timeZones } from '../../text/time-zones.ts';

const load = (): Promise<Loaded<Schemas['Shop']>> => request('get', '/api/shop');

const seller = (): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'legal_name', kind: 'text' },
  { name: 'tax_id', kind: 'text' },
  { name: 'email', kind: 'email' },
  { name: 'logo_url', kind: 'image', hint: t().shop.logoHint },
  { name: 'time_zone', kind: 'pick', isRequired: true, ...timeZones(), hint: t().shop.timeZoneHint },
];

const address = (): readonly Field[] => [
  { name: 'address.line1', kind: 'text' },
  { name: 'address.line2', kind: 'text' },
  { name: 'address.postal_code', kind: 'text' },
  { name: 'address.city', kind: 'text' },
  { name: 'address.state', kind: 'text' },
  { name: 'address.country', kind: 'choice', ...countries() },
];

const invoices = (): readonly Field[] => [
  { name: 'invoice_prefix', kind: 'text' },
  { name: 'credit_note_prefix', kind: 'text' },
  { name: 'payment_terms_days', kind: 'integer' },
  { name: 'invoice_retention_years', kind: 'integer' },
  { name: 'invoice_footer', kind: 'long_text' },
];

const withdrawal = (): readonly Field[] => [
  { name: 'withdrawal_notice', kind: 'long_text', hint: t().shop.withdrawalNoticeHint },
];

type SearchLanguage = Schemas['Shop']['search_languages'][number];

const SEARCH_LANGUAGES: Readonly<Record<SearchLanguage, true>> = {
  ...({ da: true, de: true, el: true, en: true, es: true, fi: true, fr: true, hu: true } as const),
  ...({ it: true, nl: true, no: true, pt: true, ro: true, ru: true, sv: true, tr: true } as const),
};

/** Each row is a list of words. */
const SYNONYMS: readonly RowColumn[] = [{ name: '', kind: 'chips', label: '' }];

const search = (): readonly Field[] => {
  const values = Object.keys(SEARCH_LANGUAGES);
  return [
    { name: 'search_languages', kind: 'choices', values, labels: languageNames(values), hint: t().shop.languagesHint },
    { name: 'search_synonyms', kind: 'rows', columns: SYNONYMS, hint: t().shop.synonymsHint },
  ];
};

const sendTestMail = (): Action => ({
  label: t().shop.testMail,
  scope: 'settings:write',
  explanation: fill(t().shop.testMailExplained, { email: caller.value?.user.email ?? '' }),
  run: sendFixed('post', '/api/shop/test_mail', {}),
  done: (result) => fill(t().shop.testMailSent, { email: (result as Schemas['TestMail']).to }),
});

/** The shop’s own data. */
export const ShopSettings = () => {
  const state = useLoaded('shop', load);
  const groups = [
    { title: t().shop.seller, fields: seller() },
    { title: t().shop.address, fields: address() },
    { title: t().navigation.invoices, fields: invoices() },
    { title: t().shop.withdrawal, fields: withdrawal() },
    { title: t().shop.search, fields: search() },
  ];
  return (
    <article class="screen narrow-screen">
      <header class="screen-header">
        <h1>{t().navigation.shop}</h1>
        <div class="buttons">
          {holds('payments:read') && <ButtonLink label={t().navigation.gateways} href={`${BASE}/gateways`} />}
          <ActionButton action={sendTestMail()} />
        </div>
      </header>
      <LoadedContent state={state}>
        {(data) => (
          <ResourceForm
            draft="shop"
            fields={groups.flatMap(({ fields }) => fields)}
            groups={groups}
            loaded={data}
            scope="settings:write"
            reload={load}
            save={(body, { ifMatch, idempotencyKey }) =>
              request('patch', '/api/shop', { body, ifMatch, idempotencyKey })
            }
            onSaved={(saved) => {
              shop.value = toShop((saved as Loaded<Schemas['Shop']>).data);
              return state.reload();
            }}
          />
        )}
      </LoadedContent>
    </article>
  );
};
