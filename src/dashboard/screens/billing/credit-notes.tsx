import { request, type Schemas } from '../../api/request.ts';
import type { ScreenProps } from '../../app/base.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Column } from '../../list/column.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Amount, Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { t } from '../../text/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';

type CreditNote = Schemas['CreditNote'];

const COLUMNS: readonly Column<CreditNote>[] = [
  { name: 'number', cell: ({ number }) => number },
  { name: 'reason', cell: ({ reason }) => <Badge value={reason} /> },
  {
    name: 'invoice_id',
    cell: (note) => <a href={`${BASE}/invoices/${note.invoice_id}`}>{note.invoice_number}</a>,
  },
  { name: 'note', cell: ({ note }) => note },
  { name: 'created_at', cell: (note) => <Time at={note.created_at} /> },
  { name: 'total', cell: ({ total, currency }) => <Amount value={total} currency={currency} />, isNumeric: true },
  { name: 'id', cell: ({ id }) => <Code>{id}</Code>, isOptional: true },
];

export const CreditNotes = () => (
  <ResourceList
    path="/api/credit_notes"
    title={t().navigation.creditNotes}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/credit_notes/${id}`}
    empty={t().creditNotes.empty}
  />
);

/** One credit note, and its PDF. */
export const CreditNoteScreen = ({ id = '' }: ScreenProps) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/credit_notes/{id}', { params: { id }, signal })).data;
  });
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
    >
      {(note) => (
        <>
          <Section title={t().invoices.lines}>
            <InvoiceLines of={note} label={t().invoices.lines} />
          </Section>
          <Section title={t().products.overview}>
            <Facts
              facts={[
                [
                  'invoice_id',
                  <a key="invoice" href={`${BASE}/invoices/${note.invoice_id}`}>
                    {note.invoice_number}
                  </a>,
                ],
                ['user_id', note.user_id && <ResourceLink id={note.user_id} />],
                ['note', note.note],
                ['refund_id', note.refund_id && <Code>{note.refund_id}</Code>],
                ['created_at', <Time key="created" at={note.created_at} />],
                ['id', <Code key="id">{note.id}</Code>],
              ]}
            />
          </Section>
        </>
      )}
    </ResourcePage>
  );
};
