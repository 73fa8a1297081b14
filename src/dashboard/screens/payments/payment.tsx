import { request, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { Actor } from '../../parts/actor.tsx';
import { amountColumn } from '../../parts/column.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Amount, Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { money } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { cancelPayment, capture } from '../orders/payment-actions.ts';
import { refundAmount } from '../orders/refund-actions.ts';
import { PaymentTimeline } from './payment-timeline.tsx';

type Payment = Schemas['Payment'];

const MAX_REFUNDS = 100;

/** Capture, refund and cancellation of a payment. */
const actionsOn = (payment: Payment): readonly Action[] => [
  capture(payment),
  refundAmount(payment),
  cancelPayment(payment),
];

export const PaymentScreen = ({ id = '' }: ScreenProps) => {
  const state = useResource('/api/payments/{id}', { params: { id } });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/payments`, label: t().navigation.payments }}
      title={(payment) => (
        <>
          {money(payment.amount, payment.currency)}
          <Badge value={payment.status} />
        </>
      )}
      actions={(payment) =>
        actionsOn(payment).map((action) => <ActionButton key={action.label} action={action} onDone={state.reload} />)
      }
      aside={(payment) => <Overview payment={payment} />}
    >
      {(payment) => (
        <>
          {payment.needs_attention && <Attention reasons={payment.attention} />}
          <Refunds payment={payment} />
          <PaymentTimeline payment={payment} />
        </>
      )}
    </ResourcePage>
  );
};

const Overview = ({ payment }: Readonly<{ payment: Payment }>) => {
  const { currency, dispute } = payment;
  const amount = (value: number) => <Amount value={value} currency={currency} />;
  return (
    <Section title={t().common.overview}>
      <Facts
        facts={[
          ['amount_captured', amount(payment.amount_captured)],
          payment.amount_refunded !== 0 && ['amount_refunded', amount(payment.amount_refunded)],
          ['gateway', payment.gateway],
          ['gateway_reference', payment.gateway_reference && <CopiedId id={payment.gateway_reference} />],
          payment.order_id !== null && ['order_id', <ResourceLink key="order" id={payment.order_id} />],
          payment.invoice_id !== null && ['invoice_id', <ResourceLink key="invoice" id={payment.invoice_id} />],
          payment.user_id !== null && ['user_id', <ResourceLink key="user" id={payment.user_id} />],
          payment.failure_code !== null && ['failure_code', payment.failure_code],
          payment.failure_message !== null && ['failure_message', payment.failure_message],
          dispute !== null && ['dispute', <Badge key="dispute" value={dispute.status} />],
          dispute !== null && ['reason', dispute.reason],
          ['created_at', <Time key="created" at={payment.created_at} />],
          ['id', <CopiedId key="id" id={payment.id} />],
        ]}
      />
    </Section>
  );
};

const Attention = ({ reasons }: Readonly<{ reasons: Payment['attention'] }>) => (
  <div class="problem">
    <p>{t().payments.needsAttention}</p>
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>{t().payments.reasons[reason]}</li>
      ))}
    </ul>
  </div>
);

type Requested = Schemas['Refund'] & Readonly<{ actor: Schemas['PaymentEntry']['actor'] }>;

/** The refunds of a payment with those who have requested them, as its timeline says. */
const loadRefunds = async (id: string, signal: AbortSignal): Promise<{ data: readonly Requested[] }> => {
  const options = { params: { id }, query: { limit: MAX_REFUNDS }, signal };
  const [refunds, timeline] = await Promise.all([
    request('get', '/api/payments/{id}/refunds', options),
    request('get', '/api/payments/{id}/timeline', options),
  ]);
  const requests = timeline.data.data.filter(({ type }) => type === 'refund_requested');
  const actors = new Map(requests.map(({ details, actor }) => [details['operation_id'], actor]));
  return { data: refunds.data.data.map((refund) => ({ ...refund, actor: actors.get(refund.id) ?? null })) };
};

const Refunds = ({ payment: { id, version } }: Readonly<{ payment: Payment }>) => {
  const state = useLoaded(`${id} ${version}`, (signal) => loadRefunds(id, signal));
  return (
    <LoadedList
      title={t().fields.refunds}
      state={state}
      keyOf={({ id: refund }) => refund}
      empty={t().payments.noRefunds}
      columns={[
        { name: 'created_at', cell: (refund) => <Time at={refund.created_at} />, place: 'title' },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'detail' },
        { name: 'reason', cell: ({ reason }) => reason, place: 'detail' },
        {
          name: 'actor',
          cell: ({ actor }) =>
            actor && <Actor kind={actor.kind} userId={actor.user_id} credentialId={actor.credential_id} />,
          place: 'detail',
        },
        amountColumn('amount', 'end'),
      ]}
    />
  );
};
