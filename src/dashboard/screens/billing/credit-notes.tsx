import type { Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { useResource } from '../../app/use-resource.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { amountColumn, type Column } from '../../parts/column.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';

type CreditNote = Schemas['CreditNote'];

const COLUMNS: readonly Column<CreditNote>[] = [
  { name: 'number', cell: ({ number }) => number, place: 'title' },
  { name: 'reason', cell: ({ reason }) => <Badge value={reason} />, place: 'detail' },
  {
    name: 'invoice_id',
    cell: (creditNote) => <a href={`${BASE}/invoices/${creditNote.invoice_id}`}>{creditNote.invoice_number}</a>,
    place: 'detail',
  },
  { name: 'note', cell: ({ note }) => note },
  { name: 'created_at', cell: (creditNote) => <Time at={creditNote.created_at} isRelative />, place: 'detail' },
  amountColumn('total', 'end'),
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

export const CreditNotes = () => (
  <ResourceList
    path="/api/credit_notes"
    title={t().navigation.creditNotes}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/credit_notes/${id}`}
    icon="creditNote"
    empty={t().creditNotes.empty}
  />
);

/** One credit note, and its PDF. */
export const CreditNoteScreen = ({ id = '' }: ScreenProps) => {
  const state = useResource('/api/credit_notes/{id}', { params: { id } });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/credit_notes`, label: t().navigation.creditNotes }}
      title={({ number, reason }) => (
        <>
          {number} <Badge value={reason} />
        </>
      )}
      actions={() => (
        <a class="button" href={`/api/credit_notes/${id}/pdf`} target="_blank" rel="noreferrer">
          PDF
        </a>
      )}
      aside={(creditNote) => (
        <Section title={t().common.overview}>
          <Facts
            facts={[
              [
                'invoice_id',
                <a key="invoice" href={`${BASE}/invoices/${creditNote.invoice_id}`}>
                  {creditNote.invoice_number}
                </a>,
              ],
              creditNote.user_id !== null && ['user_id', <ResourceLink key="user" id={creditNote.user_id} />],
              ['note', creditNote.note],
              creditNote.refund_id !== null && ['refund_id', <CopiedId key="refund" id={creditNote.refund_id} />],
              ['created_at', <Time key="created" at={creditNote.created_at} />],
              ['id', <CopiedId key="id" id={creditNote.id} />],
            ]}
          />
        </Section>
      )}
    >
      {(creditNote) => (
        <Section title={t().invoices.lines}>
          <InvoiceLines document={creditNote} label={t().invoices.lines} />
        </Section>
      )}
    </ResourcePage>
  );
};
