import { etagOf, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { useResource } from '../../app/use-resource.ts';
import { useRoute } from '../../app/use-route.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { deletedText } from '../../form/saved-text.ts';
import { sendFixed } from '../../form/send-action.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { amountColumn } from '../../parts/column.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { MoreMenu } from '../../parts/menu.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Badge, Day, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { money, number } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { CollectPayment } from '../orders/collect-payment.tsx';
import type { Collected } from '../orders/collected.ts';
import { Line } from '../orders/order-totals.tsx';
import { creditAction } from './credit-action.ts';
import { EditDraft } from './edit-draft.tsx';
import { InvoiceHistory } from './invoice-history.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { SellerWarning } from './seller-warning.tsx';
import { sendInvoice } from './send-invoice.ts';

type Invoice = Schemas['Invoice'];

/** Gives a draft its number. */
const finalize = ({ id, actions }: Invoice): Action => ({
  label: t().invoices.steps.finalize,
  scope: 'invoices:write',
  isAllowed: actions.includes('finalize'),
  isPrimary: true,
  explanation: (
    <>
      <p>{t().invoices.explanations.finalize}</p>
      <SellerWarning />
    </>
  ),
  run: sendFixed('post', '/api/invoices/{id}/finalize', { params: { id } }),
  done: t().invoices.done.finalize,
});

/** The steps after which nobody waits for a payment. */
const ENDS = [
  { name: 'mark_uncollectible', path: '/api/invoices/{id}/mark_uncollectible' },
  { name: 'void', path: '/api/invoices/{id}/void' },
] as const;

const endsOf = ({ id, actions }: Invoice): readonly Action[] =>
  ENDS.map(({ name, path }) => ({
    label: t().invoices.steps[name],
    scope: 'invoices:write',
    isAllowed: actions.includes(name),
    isDanger: true,
    explanation: t().invoices.explanations[name],
    run: sendFixed('post', path, { params: { id } }),
    done: t().invoices.done[name],
  }));

/** Charges the default payment method of the customer. */
const charge = ({ id, user_id: user, actions, amount_due: due, currency }: Invoice): Action => ({
  label: t().invoices.charge,
  scope: 'payments:write',
  isAllowed: actions.includes('pay') && user !== null,
  explanation: fill(t().invoices.chargeExplained, { amount: money(due, currency) }),
  run: sendFixed('post', '/api/invoices/{id}/pay', { params: { id }, body: {} }),
  done: t().invoices.charged,
});

const removeDraft = ({ id, version, actions }: Invoice): Action => ({
  label: t().invoices.deleteDraft,
  scope: 'invoices:write',
  isAllowed: actions.includes('delete'),
  isDanger: true,
  explanation: t().invoices.deleteExplained,
  run: sendFixed('delete', '/api/invoices/{id}', { params: { id }, ifMatch: etagOf(version) }),
  done: deletedText({ object: 'invoice' }),
});

const collectedOf = ({ id, amount_due: due, currency, email }: Invoice): Collected => ({
  about: { invoice_id: id },
  due,
  currency,
  email,
});

/** One invoice: its lines, payments and credit notes, and its PDF. */
export const InvoiceScreen = ({ id = '' }: ScreenProps) => {
  const route = useRoute();
  const state = useResource('/api/invoices/{id}', { params: { id } });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/invoices`, label: t().navigation.invoices }}
      title={(invoice) => (
        <>
          {invoice.number ?? t().invoices.draft}
          <Badge value={invoice.status} />
        </>
      )}
      actions={(invoice) => (
        <>
          {invoice.finalized_at !== null && (
            <a class="button" href={`/api/invoices/${invoice.id}/pdf`} target="_blank" rel="noreferrer">
              PDF
            </a>
          )}
          <EditDraft invoice={invoice} onSaved={state.reload} />
          <ActionButtons actions={[sendInvoice(invoice), finalize(invoice)]} onDone={state.reload} />
          {invoice.actions.includes('pay') && <CollectPayment collected={collectedOf(invoice)} onDone={state.reload} />}
          <MoreMenu>
            <ActionButtons
              actions={[charge(invoice), creditAction(invoice), ...endsOf(invoice)]}
              onDone={state.reload}
            />
            <ActionButton action={removeDraft(invoice)} onDone={() => route(`${BASE}/invoices`)} />
          </MoreMenu>
        </>
      )}
      aside={(invoice) => (
        <>
          <Overview invoice={invoice} />
          <InvoiceHistory invoice={invoice} />
        </>
      )}
    >
      {(invoice) => (
        <>
          <Section title={t().invoices.lines}>
            <InvoiceLines document={invoice} label={t().invoices.lines}>
              {invoice.finalized_at !== null && <PaidLines invoice={invoice} />}
            </InvoiceLines>
          </Section>
          {invoice.finalized_at !== null && <CreditNotesOf id={invoice.id} version={invoice.version} />}
        </>
      )}
    </ResourcePage>
  );
};

/** What was paid of an invoice, credited and refunded, and what is due; nothing is said of credits and refunds of 0. */
const PaidLines = ({ invoice }: Readonly<{ invoice: Invoice }>) => (
  <>
    {(['amount_paid', 'amount_credited', 'amount_refunded', 'amount_due'] as const).map(
      (name) =>
        (invoice[name] !== 0 || name === 'amount_paid' || name === 'amount_due') && (
          <Line key={name} label={fieldLabel(name)} value={invoice[name]} currency={invoice.currency} />
        ),
    )}
  </>
);

const Overview = ({ invoice }: Readonly<{ invoice: Invoice }>) => (
  <Section title={t().common.overview}>
    <Facts
      facts={[
        ['email', invoice.email],
        ['billing_address', invoice.billing_address && <AddressText address={invoice.billing_address} />],
        invoice.tax_id !== null && ['tax_id', invoice.tax_id],
        invoice.user_id !== null && ['user_id', <ResourceLink key="user" id={invoice.user_id} />],
        invoice.order_id !== null && ['order_id', <ResourceLink key="order" id={invoice.order_id} />],
        invoice.subscription_id !== null && [
          'subscription_id',
          <ResourceLink key="subscription" id={invoice.subscription_id} />,
        ],
        invoice.due_at !== null && ['due_at', <Day key="due" at={invoice.due_at} />],
        invoice.paid_at !== null && ['paid_at', <Time key="paid" at={invoice.paid_at} />],
        invoice.attempt_count > 0 && ['attempt_count', number(invoice.attempt_count)],
        invoice.footer !== null && ['footer', invoice.footer],
        ['created_at', <Time key="created" at={invoice.created_at} />],
        ['id', <CopiedId key="id" id={invoice.id} />],
      ]}
    />
  </Section>
);

const CreditNotesOf = ({ id, version }: Pick<Invoice, 'id' | 'version'>) => {
  const state = useResource('/api/credit_notes', { query: { invoice_id: id, limit: 100 } }, version);
  return (
    <LoadedList
      title={t().navigation.creditNotes}
      state={state}
      keyOf={(note) => note.id}
      empty={t().creditNotes.none}
      columns={[
        {
          name: 'number',
          cell: (note) => <a href={`${BASE}/credit_notes/${note.id}`}>{note.number}</a>,
          place: 'title',
        },
        { name: 'reason', cell: ({ reason }) => <Badge value={reason} />, place: 'detail' },
        { name: 'created_at', cell: (note) => <Time at={note.created_at} />, place: 'detail' },
        amountColumn('total', 'end'),
      ]}
    />
  );
};
