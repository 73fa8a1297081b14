import { BASE, type ScreenProps } from '../../app/base.ts';
import { usePolled } from '../../app/use-polled.ts';
import { ActionButton } from '../../form/action-button.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { MoreMenu } from '../../parts/menu.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { fill, t } from '../../text/text.ts';
import { OrderWithdrawals } from '../withdrawals/order-withdrawals.tsx';
import { CollectPayment } from './collect-payment.tsx';
import type { Collected } from './collected.ts';
import { isInProgress, isPayable, loadOrder, type OrderData, reasonText } from './order-data.ts';
import { Details } from './order-details.tsx';
import { cancelOrder, Fulfillments, fulfill } from './order-fulfillments.tsx';
import { OrderInvoice } from './order-invoice.tsx';
import { Items } from './order-items.tsx';
import { OrderNote } from './order-note.tsx';
import { Payments } from './order-payments.tsx';
import { Returns } from './order-returns.tsx';
import { Timeline } from './order-timeline.tsx';

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 60_000;

/** An order is read again while a payment or a refund is in progress; ever less often, since payers may take days. */
const intervalOf = (polls: number): number => Math.min(MIN_INTERVAL_MS * 1.1 ** polls, MAX_INTERVAL_MS);

/** An order with all that can be done with it. */
export const OrderScreen = ({ id = '' }: ScreenProps) => {
  const state = usePolled(id, (signal) => loadOrder(id, signal), {
    isInProgress,
    intervalOf,
  });
  const { reload } = state;
  return (
    <section class="screen">
      <ParentLink href={`${BASE}/orders`} label={t().navigation.orders} />
      <LoadedContent state={state}>
        {(data) => (
          <>
            <OrderHeader data={data} reload={reload} />
            <div class="columns">
              <div class="column">
                <Items order={data.order} reload={reload} />
                <Payments data={data} reload={reload} />
                <Fulfillments order={data.order} reload={reload} />
                {(data.returns.length > 0 || data.order.fulfillments.length > 0) && (
                  <Returns order={data.order} returns={data.returns} reload={reload} />
                )}
                <OrderWithdrawals data={data} reload={reload} />
              </div>
              <div class="column">
                <OrderNote data={data} reload={reload} />
                <Details data={data} reload={reload} />
                <Timeline data={data} reload={reload} />
              </div>
            </div>
          </>
        )}
      </LoadedContent>
    </section>
  );
};

const collectedOf = ({ order, customer }: OrderData): Collected => ({
  about: { order_id: order.id },
  due: order.amount_due,
  currency: order.currency,
  email: order.email ?? customer?.email ?? null,
});

const OrderHeader = ({ data, reload }: Readonly<{ data: OrderData; reload: () => void }>) => {
  const { order } = data;
  return (
    <>
      <header class="screen-header">
        <h1 class="with-badges">
          {fill(t().orders.order, { number: order.number })}
          <Badge value={order.status} />
          <Badge value={order.payment_status} />
          <Badge value={order.fulfillment_status} />
        </h1>
        <div class="buttons">
          <OrderInvoice data={data} />
          <ActionButton action={fulfill(order)} onDone={reload} />
          {isPayable(order) && <CollectPayment collected={collectedOf(data)} onDone={reload} />}
          <MoreMenu>
            {order.status === 'open' && (
              <ButtonLink label={t().order.packingSlip} href={`${BASE}/orders/${order.id}/packing_slip`} />
            )}
            <ActionButton action={cancelOrder(order)} onDone={reload} />
          </MoreMenu>
        </div>
      </header>
      {order.expires_at !== null && (
        <p class="muted">
          <Countdown until={order.expires_at} />
        </p>
      )}
      {order.cancelled_at !== null && (
        <p class="problem">
          <span>
            {t().order.cancelledAt} <Time at={order.cancelled_at} />
            {order.cancel_reason && `: ${reasonText(order.cancel_reason)}`}
          </span>
        </p>
      )}
    </>
  );
};
