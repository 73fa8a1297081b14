import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { CURRENCIES, currencies } from '../../text/currencies.ts';
import { t } from '../../text/text.ts';

type Rules = Schemas['ShopRules'];

type RuleName = Exclude<keyof Rules, 'id' | 'object' | 'version' | 'created_at' | 'updated_at' | 'dry_run' | 'emits'>;

/** How a rule is typed. */
type Input = Pick<Field, 'kind' | 'values' | 'columns'> &
  Readonly<{ /** Of its values in the texts. */ prefix?: string }>;

const NUMBER: Input = { kind: 'integer' };
const TEXT: Input = { kind: 'text' };
const NUMBERS: Input = { kind: 'rows', columns: [{ name: '', kind: 'number', label: '' }] };
const CURRENCY: Input = { kind: 'pick', values: CURRENCIES };
const choice = (...values: string[]): Input => ({ kind: 'choice', values });
const choices = (...values: string[]): Input => ({ kind: 'choices', values });

/** All rules of the shop, in groups. */
const GROUPS: Readonly<Record<string, Readonly<Partial<Record<RuleName, Input>>>>> = {
  prices: {
    currency: CURRENCY,
    prices_include_tax: { kind: 'flag' },
    tax_rounding: choice('total', 'line'),
    tax_id_exemption: choice('staff', 'checked', 'off'),
  },
  orders: {
    order_expiry_minutes: { kind: 'decimal' },
    cart_idle_minutes: { kind: 'decimal' },
    customer_permissions: choices('cancel_unpaid', 'cancel_paid', 'change_address', 'request_return'),
  },
  limits: {
    max_unpaid_orders_per_customer: NUMBER,
    max_unpaid_stock_per_customer: NUMBER,
    max_unpaid_guest_orders_per_email: NUMBER,
    max_unpaid_guest_stock_per_email: NUMBER,
    max_unpaid_guest_orders_per_address: NUMBER,
    max_unpaid_guest_stock_per_address: NUMBER,
  },
  customers: { customer_sign_up: { ...choice('off', 'open', 'verified'), prefix: 'sign_up_' } },
  withdrawal: {
    withdrawal_for: choice('eu', 'all', 'none'),
    withdrawal_days: NUMBER,
    transport_days: NUMBER,
    return_costs: choice('buyer', 'shop'),
  },
  mails: {
    mails: choices(
      ...['order_confirmation', 'shipment', 'cancellation', 'refund'],
      ...['receipt', 'payment_failed', 'trial_ending', 'cart_reminder'],
    ),
    mail_language: choice('en', 'de'),
    mail_from: TEXT,
  },
  pages: {
    order_page_url: TEXT,
    billing_page_url: TEXT,
    product_page_url: TEXT,
    cart_page_url: TEXT,
    terms_page_url: TEXT,
    password_reset_url: TEXT,
    email_verification_url: TEXT,
  },
  retries: { dunning_schedule: NUMBERS, webhook_retry_schedule: NUMBERS },
};

const toField = ([name, { prefix = '', ...input }]: [string, Input]): Field => {
  const { labels, hints, values } = t().rules;
  const textsOfValues: Readonly<Record<string, string>> = values;
  const hint = (hints as Readonly<Record<string, string>>)[name];
  return {
    ...{ name, ...input, label: labels[name as RuleName] },
    ...(hint === undefined ? {} : { hint }),
    // a choice always has a value
    ...(input.kind === 'choice' || input.kind === 'pick' ? { isRequired: true } : {}),
    ...(input.kind === 'rows' ? { rowLabel: t().rules.attempt } : {}),
    labels:
      name === 'currency'
        ? currencies().labels
        : Object.fromEntries((input.values ?? []).map((each) => [each, textsOfValues[prefix + each] ?? each])),
  };
};

const load = (): Promise<Loaded<Rules>> => request('get', '/api/shop/rules');

/** By which rules the shop sells. */
export const ShopRules = () => {
  const state = useLoaded('rules', load);
  const titles: Readonly<Record<string, string>> = t().rules.groups;
  const groups = Object.entries(GROUPS).map(([group, inputs]) => ({
    title: titles[group] ?? group,
    fields: Object.entries(inputs).map(toField),
  }));
  return (
    <article class="screen narrow-screen">
      <h1>{t().navigation.rules}</h1>
      <p class="muted">{t().rules.explained}</p>
      <LoadedContent state={state}>
        {(data) => (
          <ResourceForm
            draft="rules"
            fields={groups.flatMap(({ fields }) => fields)}
            groups={groups}
            loaded={data}
            scope="shop_rules:write"
            reload={load}
            save={(body, { ifMatch, idempotencyKey }) =>
              request('patch', '/api/shop/rules', { body, ifMatch, idempotencyKey })
            }
            onSaved={state.reload}
          />
        )}
      </LoadedContent>
    </article>
  );
};
