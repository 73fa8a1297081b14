import { useState } from 'preact/hooks';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { usePolled } from '../../app/use-polled.ts';
import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { finderOf } from '../../parts/finder.ts';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { fill, t, valueLabel } from '../../text/text.ts';
import { isOffered, isProcessing, type Withdrawal } from '../orders/order-data.ts';
import { quantitiesOf } from '../orders/order-fulfillments.tsx';
import { type WithdrawnOrder, withdrawableItems } from './withdrawable-items.ts';
import { acceptWithdrawal, rejectWithdrawal } from './withdrawal-actions.ts';
import { loadWithdrawal, loadWithdrawnOrder, type WithdrawalData } from './withdrawal-data.ts';
import { LastDay, RefundDeadline, WithdrawalStatus } from './withdrawal-parts.tsx';

/** Only they choose an order. */
const WRITERS = { scope: 'orders:write', otherwise: false } as const;

/** A withdrawal: what was stated, what followed, and the decision of the staff. */
export const WithdrawalScreen = ({ id = '' }: ScreenProps) => {
  const state = usePolled(id, (signal) => loadWithdrawal(id, signal), {
    isInProgress: ({ withdrawal }) => isProcessing(withdrawal),
  });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/withdrawals`, label: t().navigation.withdrawals }}
      title={({ withdrawal, withdrawn }) => (
        <span class="with-badges">
          {withdrawn === undefined && withdrawal.name !== null
            ? fill(t().withdrawals.titleOfName, { name: withdrawal.name })
            : fill(t().withdrawals.title, { number: withdrawn?.order.number ?? withdrawal.order_number })}
          <WithdrawalStatus status={withdrawal.status} />
        </span>
      )}
      actions={({ withdrawal, withdrawn }) => (
        <ActionButtons
          actions={[
            rejectWithdrawal(withdrawal),
            ...(withdrawn === undefined ? [] : [acceptWithdrawal(withdrawal, withdrawn)]),
          ]}
          onDone={state.reload}
        />
      )}
      aside={(data) => <Outcome data={data} />}
    >
      {(data) => (
        <>
          <Remark data={data} />
          {data.withdrawn === undefined && isOffered(data.withdrawal, 'accept', WRITERS) && (
            <FindOrder withdrawal={data.withdrawal} reload={state.reload} />
          )}
          <Statement data={data} />
        </>
      )}
    </ResourcePage>
  );
};

/** What it waits for, or why it was rejected, in a sentence. */
const Remark = ({ data: { withdrawal, withdrawn } }: Readonly<{ data: WithdrawalData }>) => {
  const { status, reason } = withdrawal;
  if (status !== 'received' && status !== 'rejected') return null;
  const isNothingLeft = withdrawn !== undefined && withdrawableItems(withdrawal, withdrawn).length === 0;
  return (
    <div class={status === 'received' ? 'restored' : 'problem'}>
      <p>
        {reason === null ? t().withdrawals.processing : t().withdrawals.reasons[reason]}
        {isNothingLeft && reason !== 'nothing_left' && ` ${t().withdrawals.nothingKept}`}
      </p>
    </div>
  );
};

type FindProps = Readonly<{ withdrawal: Withdrawal; reload: () => Promise<void> }>;

/** Finds the order of a withdrawal that the service has found none for. */
const FindOrder = ({ withdrawal, reload }: FindProps) => {
  const [chosen, setChosen] = useState('');
  const find = finderOf('ord');
  const state = useLoaded(chosen, async (signal) => (chosen === '' ? undefined : loadWithdrawnOrder(chosen, signal)));
  return (
    <Section title={t().withdrawals.findOrder}>
      {find && <SearchPicker label={t().withdrawals.searchOrder} search={find} onPick={setChosen} />}
      <LoadedContent state={state}>
        {(found) => found && <FoundOrder withdrawal={withdrawal} found={found} reload={reload} />}
      </LoadedContent>
    </Section>
  );
};

const FoundOrder = ({ withdrawal, found, reload }: FindProps & Readonly<{ found: WithdrawnOrder }>) => (
  <>
    <Facts
      facts={[
        ['order_id', <ResourceLink key="order" id={found.order.id} />],
        ['email', found.order.email],
        ['customer', found.order.shipping_address?.name ?? found.order.billing_address?.name],
        ['created_at', <Time key="created" at={found.order.created_at} />],
      ]}
    />
    {withdrawableItems(withdrawal, found).length === 0 && <p class="muted">{t().withdrawals.nothingKept}</p>}
    <div class="buttons">
      <ActionButton action={acceptWithdrawal(withdrawal, found)} onDone={reload} />
    </div>
  </>
);

type Parts = NonNullable<Withdrawal['items']>;

const ItemList = ({ parts, withdrawn }: Readonly<{ parts: Parts; withdrawn: WithdrawnOrder | undefined }>) => (
  <ul>
    {(withdrawn === undefined
      ? parts.map(({ item_id: id, quantity }) => ({ id, quantity, name: id }))
      : quantitiesOf(withdrawn.order, parts)
    ).map(({ id, quantity, name }) => (
      <li key={id}>
        {quantity} × {name}
      </li>
    ))}
  </ul>
);

const Statement = ({ data: { withdrawal, withdrawn } }: Readonly<{ data: WithdrawalData }>) => {
  const { items, note } = withdrawal;
  return (
    <Section title={t().withdrawals.statement}>
      <Facts
        facts={[
          ['name', withdrawal.name],
          ['email', withdrawal.email],
          ['order_number', withdrawal.order_number],
          items !== null && ['withdrawn_items', <ItemList key="items" parts={items} withdrawn={withdrawn} />],
          items === null && note === null && ['withdrawn_items', t().withdrawals.wholeOrder],
          note !== null && ['stated_part', note],
        ]}
      />
    </Section>
  );
};

const Outcome = ({ data: { withdrawal, withdrawn } }: Readonly<{ data: WithdrawalData }>) => {
  const { accepted_items: accepted, until } = withdrawal;
  const ends = until ?? withdrawn?.order.withdrawal?.until ?? null;
  return (
    <Section title={t().common.overview}>
      <Facts
        facts={[
          withdrawal.order_id !== null && ['order_id', <ResourceLink key="order" id={withdrawal.order_id} />],
          withdrawal.user_id !== null && ['user_id', <ResourceLink key="user" id={withdrawal.user_id} />],
          withdrawal.order_id !== null && ['withdrawal_until', ends && <LastDay end={ends} />],
          accepted !== null && ['accepted_items', <ItemList key="accepted" parts={accepted} withdrawn={withdrawn} />],
          withdrawal.return_id !== null && [
            'return_id',
            <a key="return" href={`${BASE}/orders/${withdrawal.order_id}`}>
              {valueLabel(withdrawn?.returns.find(({ id }) => id === withdrawal.return_id)?.status ?? 'approved')}
            </a>,
          ],
          withdrawal.status === 'accepted' && ['refund_by', <RefundDeadline key="refund" withdrawal={withdrawal} />],
          ['stated_at', <Time key="stated" at={withdrawal.created_at} />],
          ['verified', valueLabel(String(withdrawal.verified))],
          ['id', <CopiedId key="id" id={withdrawal.id} />],
        ]}
      />
    </Section>
  );
};
