import { request, type Schemas } from '../../api/request.ts';
import type { ScreenProps } from '../../app/base.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Column } from '../../list/column.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Amount, Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';

type Invoice = Schemas['Invoice'];

const COLUMNS: readonly Column<Invoice>[] = [
  { name: 'number', cell: ({ number, id }) => number ?? <Code>{id}</Code> },
  { name: 'status', cell: ({ status }) => <Badge value={status} /> },
  { name: 'email', cell: ({ email }) => email },
  { name: 'created_at', cell: (invoice) => <Time at={invoice.created_at} /> },
  { name: 'due_at', cell: (invoice) => <Time at={invoice.due_at} /> },
  { name: 'total', cell: ({ total, currency }) => <Amount value={total} currency={currency} />, isNumeric: true },
  {
    name: 'amount_due',
    cell: ({ amount_due: due, currency }) => <Amount value={due} currency={currency} />,
    isNumeric: true,
  },
  { name: 'order_id', cell: ({ order_id: id }) => id && <Code>{id}</Code>, isOptional: true },
  { name: 'subscription_id', cell: ({ subscription_id: id }) => id && <Code>{id}</Code>, isOptional: true },
];

export const Invoices = () => (
  <ResourceList
    path="/api/invoices"
    title={t().navigation.invoices}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/invoices/${id}`}
    empty={t().invoices.empty}
  />
);

/** The steps that an invoice can take without further data. */
const STEPS = [
  { name: 'finalize', path: '/api/invoices/{id}/finalize', isDanger: false },
  { name: 'void', path: '/api/invoices/{id}/void', isDanger: true },
  { name: 'mark_uncollectible', path: '/api/invoices/{id}/mark_uncollectible', isDanger: true },
] as const;

const actionsOn = ({ id, actions }: Invoice): readonly Action[] =>
  STEPS.map(({ name, path, isDanger }) => ({
    label: t().invoices.steps[name],
    scope: 'invoices:write',
    isAllowed: actions.includes(name),
    isDanger,
    explanation: t().invoices.explanations[name],
    run: (_body, idempotencyKey) => request('post', path, { params: { id }, idempotencyKey }),
  }));

export const InvoiceScreen = ({ id = '' }: ScreenProps) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/invoices/{id}', { params: { id }, signal })).data;
  });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/invoices`, label: t().navigation.invoices }}
      title={(invoice) => (
        <>
          {invoice.number ?? t().invoices.draft} <Badge value={invoice.status} />
        </>
      )}
      actions={(invoice) => (
        <>
          {invoice.finalized_at !== null && (
            <a class="button" href={`/api/invoices/${invoice.id}/pdf`} target="_blank" rel="noreferrer">
              PDF
            </a>
          )}
          {actionsOn(invoice).map((action) => (
            <ActionButton key={action.label} action={action} onDone={state.reload} />
          ))}
        </>
      )}
    >
      {(invoice) => <InvoiceSections invoice={invoice} />}
    </ResourcePage>
  );
};

const InvoiceSections = ({ invoice }: Readonly<{ invoice: Invoice }>) => {
  const { currency } = invoice;
  const amount = (value: number) => <Amount value={value} currency={currency} />;
  return (
    <>
      <Section title={t().invoices.lines}>
        <DataTable
          label={t().invoices.lines}
          rows={invoice.lines}
          keyOf={({ id }) => id}
          columns={[
            { heading: fieldLabel('description'), cell: ({ description }) => description },
            { heading: fieldLabel('quantity'), cell: ({ quantity }) => number(quantity), isNumeric: true },
            { heading: fieldLabel('unit_price'), cell: (line) => amount(line.unit_price), isNumeric: true },
            { heading: fieldLabel('discount'), cell: ({ discount }) => amount(discount), isNumeric: true },
            { heading: fieldLabel('tax'), cell: ({ tax }) => amount(tax), isNumeric: true },
            { heading: fieldLabel('total'), cell: ({ total }) => amount(total), isNumeric: true },
          ]}
        />
        <Facts
          facts={[
            ['subtotal', amount(invoice.subtotal)],
            ['discount', amount(invoice.discount)],
            ['tax', amount(invoice.tax)],
            ['total', amount(invoice.total)],
            ['amount_paid', amount(invoice.amount_paid)],
            ['amount_credited', amount(invoice.amount_credited)],
            ['amount_refunded', amount(invoice.amount_refunded)],
            ['amount_due', amount(invoice.amount_due)],
          ]}
        />
      </Section>
      <Section title={t().products.overview}>
        <Facts
          facts={[
            ['email', invoice.email],
            ['user_id', invoice.user_id && <a href={`${BASE}/customers/${invoice.user_id}`}>{invoice.user_id}</a>],
            ['order_id', invoice.order_id && <a href={`${BASE}/orders/${invoice.order_id}`}>{invoice.order_id}</a>],
            [
              'subscription_id',
              invoice.subscription_id && (
                <a href={`${BASE}/subscriptions/${invoice.subscription_id}`}>{invoice.subscription_id}</a>
              ),
            ],
            ['due_at', <Time key="due" at={invoice.due_at} />],
            ['paid_at', <Time key="paid" at={invoice.paid_at} />],
            ['attempt_count', number(invoice.attempt_count)],
            ['created_at', <Time key="created" at={invoice.created_at} />],
            ['id', <Code key="id">{invoice.id}</Code>],
          ]}
        />
      </Section>
    </>
  );
};
