import { BASE } from '../../app/base.ts';
import { ActionButton } from '../../form/action-button.tsx';
import { itemName } from '../../parts/item-name.ts';
import { Section, Time } from '../../parts/parts.tsx';
import { t, valueLabel } from '../../text/text.ts';
import type { Order, OrderData } from '../orders/order-data.ts';
import { stateWithdrawal } from './withdrawal-actions.ts';
import { LastDay, RefundDeadline, WithdrawalStatus } from './withdrawal-parts.tsx';

type Props = Readonly<{ data: OrderData; reload: () => void }>;

/** Until when the buyer of an order may withdraw, and from what not, with the withdrawals so far. */
export const OrderWithdrawals = ({ data: { order, returns, withdrawals }, reload }: Props) => {
  if (order.withdrawal === null && withdrawals.length === 0) return null;
  return (
    <Section
      title={t().navigation.withdrawals}
      actions={<ActionButton action={stateWithdrawal({ order, returns })} onDone={reload} />}
    >
      <Right order={order} />
      {withdrawals.map((each) => (
        <article key={each.id} class="entry">
          <header class="entry-header">
            <a href={`${BASE}/withdrawals/${each.id}`}>
              <Time at={each.created_at} />
            </a>
            <WithdrawalStatus status={each.status} />
            {each.reason && <span class="muted">{valueLabel(each.reason)}</span>}
          </header>
          {each.status === 'accepted' && (
            <p>
              {t().withdrawals.refundUntil} <RefundDeadline withdrawal={each} />
            </p>
          )}
        </article>
      ))}
    </Section>
  );
};

const Right = ({ order: { withdrawal, items } }: Readonly<{ order: Order }>) => {
  if (!withdrawal) return <p class="muted">{t().withdrawals.noRight}</p>;
  const { until, exempt } = withdrawal;
  return (
    <>
      <p>
        {until === null && t().withdrawals.notBegun}
        {until !== null && (Date.parse(until) > Date.now() ? t().withdrawals.until : t().withdrawals.ended)}{' '}
        {until !== null && <LastDay end={until} />}
      </p>
      {exempt.length > 0 && (
        <>
          <p class="muted">{t().withdrawals.exempt}</p>
          <ul>
            {exempt.map(({ item_id: id, reason }) => {
              const item = items.find((each) => each.id === id);
              return (
                <li key={id}>
                  {item === undefined ? id : itemName(item)}: {valueLabel(reason)}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </>
  );
};
