import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { amountColumn } from '../../parts/column.tsx';
import { entriesOf, History, type HistoryEntry, loadEvents, MAX_HISTORY_ENTRIES } from '../../parts/history.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Badge, Loading, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';

type Invoice = Schemas['Invoice'];
type Payment = Schemas['Payment'];

type Loaded = Readonly<{
  events: readonly Schemas['Event'][];
  data: readonly Payment[];
  notes: readonly Schemas['CreditNote'][];
}>;

const load = async (id: string, signal: AbortSignal): Promise<Loaded> => {
  const query = { invoice_id: id, limit: MAX_HISTORY_ENTRIES };
  const [events, payments, notes] = await Promise.all([
    loadEvents(id, signal),
    holds('payments:read') ? request('get', '/api/payments', { query, signal }) : undefined,
    request('get', '/api/credit_notes', { query, signal }),
  ]);
  return { events, data: payments?.data.data ?? [], notes: notes.data.data };
};

/** The payments of an invoice, and what has happened to it. */
export const InvoiceHistory = ({ invoice }: Readonly<{ invoice: Invoice }>) => {
  const hasList = holds('payments:read') && invoice.finalized_at !== null;
  const state = useLoaded(`${invoice.id} ${invoice.version}`, (signal) => load(invoice.id, signal));
  const { data, error, isLoading, reload } = state;
  return (
    <>
      {!hasList && error && <ProblemNotice error={error} retry={reload} />}
      {!hasList && isLoading && <Loading />}
      {hasList && (
        <LoadedList
          title={t().navigation.payments}
          state={state}
          keyOf={({ id }) => id}
          empty={t().history.noPayments}
          columns={[
            {
              name: 'amount',
              cell: (payment) => (
                <a href={`${BASE}/payments/${payment.id}`}>{money(payment.amount, payment.currency)}</a>
              ),
              place: 'title',
            },
            { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
            { name: 'created_at', cell: (payment) => <Time at={payment.created_at} />, place: 'detail' },
            { name: 'gateway', cell: ({ gateway }) => gateway, place: 'detail' },
            amountColumn('amount_refunded'),
          ]}
        />
      )}
      {data && <History entries={historyOf(invoice, data)} isLimited={isLimited(data)} />}
    </>
  );
};

const isLimited = (loaded: Loaded): boolean =>
  Object.values(loaded).some(({ length }) => length === MAX_HISTORY_ENTRIES);

const historyOf = (invoice: Invoice, { events, data: payments, notes }: Loaded): HistoryEntry[] => [
  // a failed payment has an entry of its own
  ...entriesOf(
    events.filter(({ type }) => payments.length === 0 || type !== 'invoice.payment_failed'),
    [
      ['invoice.created', invoice.created_at],
      ['invoice.finalized', invoice.finalized_at],
      ['invoice.overdue', invoice.overdue_at],
      ['invoice.paid', invoice.paid_at],
      ['invoice.sent', invoice.sent_at],
      ['invoice.voided', invoice.voided_at],
    ],
  ),
  ...payments.map(({ id, status, amount, currency, created_at: at }) => ({
    at,
    label: fill(t().history.payment, { amount: money(amount, currency) }),
    detail: (
      <a href={`${BASE}/payments/${id}`}>
        <Badge value={status} />
      </a>
    ),
  })),
  ...notes.map(({ id, number, total, currency, created_at: at }) => ({
    at,
    label: t().history.creditNote,
    detail: (
      <>
        <a href={`${BASE}/credit_notes/${id}`}>{number}</a> {money(total, currency)}
      </>
    ),
  })),
];
