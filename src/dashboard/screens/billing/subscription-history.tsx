import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { entriesOf, History, type HistoryEntry, loadEvents, MAX_HISTORY_ENTRIES } from '../../parts/history.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Badge } from '../../parts/parts.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';

type Subscription = Schemas['Subscription'];
type Invoice = Schemas['Invoice'];
type Payment = Schemas['Payment'];

type Loaded = Readonly<{
  events: readonly Schemas['Event'][];
  invoices: readonly Invoice[];
  /** The customer's failed payments, also those for other invoices and orders. */
  failures: readonly Payment[];
}>;

const load = async ({ id, user_id }: Subscription, signal: AbortSignal): Promise<Loaded> => {
  const limit = MAX_HISTORY_ENTRIES;
  const [events, invoices, failures] = await Promise.all([
    loadEvents(id, signal),
    holds('invoices:read')
      ? request('get', '/api/invoices', { query: { subscription_id: id, limit }, signal })
      : undefined,
    holds('payments:read')
      ? request('get', '/api/payments', { query: { user_id, status: 'failed', limit }, signal })
      : undefined,
  ]);
  return { events, invoices: invoices?.data.data ?? [], failures: failures?.data.data ?? [] };
};

/** What has happened to a subscription and its invoices. */
export const SubscriptionHistory = ({ subscription }: Readonly<{ subscription: Subscription }>) => {
  const key = `${subscription.id} ${subscription.version}`;
  const state = useLoaded(key, (signal) => load(subscription, signal));
  return (
    <LoadedContent state={state}>
      {(data) => (
        <History
          entries={historyOf(subscription, data)}
          isLimited={[data.events, data.invoices, data.failures].some(({ length }) => length === MAX_HISTORY_ENTRIES)}
        />
      )}
    </LoadedContent>
  );
};

const historyOf = (subscription: Subscription, { events, invoices, failures }: Loaded): HistoryEntry[] => [
  ...entriesOf(events, [
    ['subscription.created', subscription.created_at],
    ['subscription.trial_ended', trialEndOf(subscription)],
    ['subscription.out_of_stock', subscription.out_of_stock_since],
    ['subscription.past_due', subscription.past_due_since],
    ['subscription.paused', subscription.paused_at],
    ['subscription.cancelled', subscription.ended_at],
  ]),
  ...invoices.map((invoice) => ({
    at: invoice.created_at,
    label: t().history.invoice,
    detail: (
      <>
        <InvoiceLink invoice={invoice} /> {money(invoice.total, invoice.currency)} <Badge value={invoice.status} />
      </>
    ),
  })),
  ...failures.flatMap(({ invoice_id, amount, currency, created_at: at }) => {
    const invoice = invoices.find(({ id }) => id === invoice_id);
    const label = fill(t().history.paymentFailed, { amount: money(amount, currency) });
    return invoice === undefined ? [] : [{ at, label, detail: <InvoiceLink invoice={invoice} /> }];
  }),
];

/** When the trial ended; null while it lasts, or if the subscription ended first. */
const trialEndOf = ({ status, trial_end: end, ended_at: ended }: Subscription): string | null =>
  end === null || status === 'trialing' || (ended !== null && Date.parse(ended) < Date.parse(end)) ? null : end;

const InvoiceLink = ({ invoice: { id, number } }: Readonly<{ invoice: Invoice }>) => (
  <a href={`${BASE}/invoices/${id}`}>{number ?? id}</a>
);
