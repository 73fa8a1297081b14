import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Amount, Badge, Badges, Section, Time } from '../../parts/parts.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import type { OrderData, Payment, Refund } from './order-data.ts';
import { cancelPayment, capture, charge, isCollected } from './payment-actions.ts';
import { refundAmount, refundItems } from './refund-actions.ts';

type Props = Readonly<{ data: OrderData; reload: () => void }>;

/** The payments of an order with their refunds. */
export const Payments = ({ data, reload }: Props) => {
  const { order, payments, gateways } = data;
  const actions = gateways
    .filter((gateway) => !isCollected(gateway))
    .map((gateway) => <ActionButton key={gateway.name} action={charge(order, gateway)} onDone={reload} />);
  return (
    <Section title={t().navigation.payments} actions={actions}>
      {payments === undefined && <p class="muted">{fill(t().errors.missingScope, { scope: 'payments:read' })}</p>}
      {payments?.length === 0 && <p class="muted">{t().payments.empty}</p>}
      {payments?.map((payment) => (
        <PaymentEntry key={payment.id} payment={payment} data={data} reload={reload} />
      ))}
    </Section>
  );
};

const PaymentEntry = ({ payment, data: { order, refunds }, reload }: Props & Readonly<{ payment: Payment }>) => {
  const { status, amount, currency, gateway, dispute, attention, next_action: next } = payment;
  return (
    <article class="entry">
      <header class="entry-header">
        <strong>
          <Amount value={amount} currency={currency} />
        </strong>
        <Badge value={status} />
        {dispute && dispute.status !== 'open' && <Badge value={`dispute_${dispute.status}`} />}
        <Badges values={attention} />
        <span class="muted">
          {gateway}, <Time at={payment.created_at} />
        </span>
      </header>
      <p class="muted">{movedText(payment)}</p>
      {payment.failure_message && <p class="field-error">{payment.failure_message}</p>}
      {next && <PaymentLink url={next.redirect_url} />}
      {refunds
        .filter(({ payment_id: id }) => id === payment.id)
        .map((refund) => (
          <RefundLine key={refund.id} refund={refund} />
        ))}
      <div class="buttons">
        <ActionButtons
          actions={[capture(payment), cancelPayment(payment), refundItems(payment, order), refundAmount(payment)]}
          onDone={reload}
        />
      </div>
    </article>
  );
};

const movedText = ({ amount_captured: captured, amount_refunded: refunded, currency }: Payment): string =>
  [
    captured > 0 && fill(t().order.capturedAmount, { amount: money(captured, currency) }),
    refunded > 0 && fill(t().order.refundedAmount, { amount: money(refunded, currency) }),
  ]
    .filter((text) => text !== false)
    .join(' · ');

/** Where the payer goes to pay; the staff send it to them. */
const PaymentLink = ({ url }: Readonly<{ url: string }>) => (
  <div class="entry-link">
    <p>{t().order.paymentLink}</p>
    <code class="code">{url}</code>
    <CopyButton text={url} />
  </div>
);

const RefundLine = ({ refund }: Readonly<{ refund: Refund }>) => (
  <p class="entry-line">
    {t().fields.refund}: <Amount value={refund.amount} currency={refund.currency} /> <Badge value={refund.status} />{' '}
    <span class="muted">
      <Time at={refund.created_at} />
      {refund.reason && `, ${refund.reason}`}
      {refund.failure_message && `, ${refund.failure_message}`}
    </span>
  </p>
);
