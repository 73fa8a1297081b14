import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionButton } from '../../form/action-button.tsx';
import { ActionLink } from '../../form/action-link.tsx';
import { ResourceList } from '../../list/resource-list.tsx';
import { amountColumn, type Column, rareAmountColumn } from '../../parts/column.tsx';
import { Badge, Day, Time } from '../../parts/parts.tsx';
import { Person } from '../../parts/person.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { sendInvoice } from './send-invoice.ts';

type Invoice = Schemas['Invoice'];

const buyerOf = ({ billing_address: address, email }: Invoice): readonly string[] =>
  [address?.name ?? address?.company, email].filter((line) => typeof line === 'string');

const COLUMNS: readonly Column<Invoice>[] = [
  { name: 'number', cell: ({ number }) => number ?? t().invoices.draft, place: 'title' },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'detail' },
  {
    name: 'customer',
    cell: (invoice) => <Person lines={buyerOf(invoice)} />,
    text: (invoice) => buyerOf(invoice).join(', '),
    place: 'detail',
  },
  { name: 'created_at', cell: (invoice) => <Time at={invoice.created_at} isRelative />, place: 'detail' },
  { name: 'due_at', cell: (invoice) => <Day at={invoice.due_at} /> },
  amountColumn('total', 'end'),
  rareAmountColumn('amount_due'),
  { name: 'order_id', cell: ({ order_id: id }) => id && <CopiedId id={id} />, isOptional: true },
  { name: 'subscription_id', cell: ({ subscription_id: id }) => id && <CopiedId id={id} />, isOptional: true },
];

export const Invoices = () => (
  <ResourceList
    path="/api/invoices"
    title={t().navigation.invoices}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/invoices/${id}`}
    tabs={['draft', 'open', 'paid'].map((status) => ({ label: valueLabel(status), query: `status=${status}` }))}
    icon="invoice"
    empty={t().invoices.empty}
    rowActions={(invoice, reload) => <ActionButton action={sendInvoice(invoice)} onDone={reload} />}
    actions={() => <ActionLink label={t().invoices.create} scope="invoices:write" href={`${BASE}/invoices/new`} />}
  />
);
