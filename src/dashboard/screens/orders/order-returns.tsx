import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import type { JsonObject } from '../../form/field.ts';
import { sendFixed } from '../../form/send-action.ts';
import { Amount, Badge, Section, Time } from '../../parts/parts.tsx';
import { fill, t } from '../../text/text.ts';
import { isOffered, type Order, type Return } from './order-data.ts';
import { quantitiesOf } from './order-fulfillments.tsx';
import { previewRefund } from './preview-refund.ts';
import { returnItems } from './return-items.ts';

const SCOPE = 'orders:write';

/** The items that come back. */
export const Returns = ({
  order,
  returns,
  reload,
}: Readonly<{ order: Order; returns: readonly Return[]; reload: () => void }>) => (
  <Section
    title={t().navigation.returns}
    actions={<ActionButton action={returnItems(order, returns)} onDone={reload} />}
  >
    {returns.length === 0 && <p class="muted">{t().order.noReturns}</p>}
    {returns.map((each) => (
      <article key={each.id} class="entry">
        <header class="entry-header">
          <Badge value={each.status} />
          <span class="muted">
            <Time at={each.created_at} />
            {each.reason && `, ${each.reason}`}
          </span>
          {each.withdrawal_id && <a href={`${BASE}/withdrawals/${each.withdrawal_id}`}>{t().order.fromWithdrawal}</a>}
        </header>
        <ul>
          {quantitiesOf(order, each.items).map(({ id, quantity, name }, index) => (
            <li key={id}>
              {quantity} × {name} <Decision item={each.items[index]} currency={each.currency} />
            </li>
          ))}
        </ul>
        <div class="buttons">
          <ActionButtons actions={[approve(each), receive(order, each), close(each), reject(each)]} onDone={reload} />
        </div>
      </article>
    ))}
  </Section>
);

/** Why an item comes back, and what was done with it. */
const Decision = ({ item, currency }: Readonly<{ item: Return['items'][number] | undefined; currency: string }>) => (
  <span class="muted">
    {item?.reason}
    {item?.restocked && ` · ${t().order.restocked}`}
    {typeof item?.refund === 'number' && (
      <>
        {' · '}
        {t().fields.refund} <Amount value={item.refund} currency={currency} />
      </>
    )}
  </span>
);

const approve = (each: Return): Action => ({
  label: t().order.approve,
  scope: SCOPE,
  isAllowed: isOffered(each, 'approve', { scope: SCOPE, otherwise: each.status === 'requested' }),
  explanation: t().order.approveExplained,
  run: sendFixed('post', '/api/returns/{id}/approve', { params: { id: each.id } }),
  done: t().order.approved,
});

const reject = (each: Return): Action => ({
  label: t().order.reject,
  scope: SCOPE,
  isAllowed: isOffered(each, 'reject', {
    scope: SCOPE,
    otherwise: each.status === 'requested' || each.status === 'approved',
  }),
  isDanger: true,
  explanation: t().order.rejectExplained,
  run: sendFixed('post', '/api/returns/{id}/reject', { params: { id: each.id } }),
  done: t().order.rejected,
});

const close = (each: Return): Action => ({
  label: t().order.closeReturn,
  scope: SCOPE,
  isAllowed: isOffered(each, 'close', { scope: SCOPE, otherwise: false }),
  explanation: t().order.closeReturnExplained,
  run: sendFixed('post', '/api/returns/{id}/close', { params: { id: each.id } }),
  done: t().order.returnClosed,
});

/** The items with what is still to come. */
const expectedItems = ({ items }: Return): Return['items'] =>
  items.map((item) => ({ ...item, quantity: item.quantity - item.received_quantity }));

const RECEIVE = '/api/returns/{id}/receive';

const receive = (order: Order, each: Return): Action => ({
  label: t().order.receive,
  scope: SCOPE,
  isAllowed: isOffered(each, 'receive', { scope: SCOPE, otherwise: each.status === 'approved' }),
  isPrimary: true,
  explanation: t().order.receiveExplained,
  fields: quantitiesOf(order, expectedItems(each)).flatMap(({ quantity, name }, index) => [
    { name: `items.${index}.quantity`, kind: 'integer', label: fill(t().order.receivedOf, { quantity, name }) },
    { name: `items.${index}.restock`, kind: 'flag', label: fill(t().order.restockItem, { quantity, name }) },
    {
      name: `items.${index}.refund`,
      kind: 'decimal',
      label: fill(t().order.refundOf, { quantity, name }),
      hint: t().order.refundOfHint,
    },
  ]),
  initial: {
    items: Object.fromEntries(expectedItems(each).map(({ quantity }, index) => [index, { quantity, restock: true }])),
  },
  refund: {
    dryRun: (body, signal) =>
      previewRefund({ path: RECEIVE, params: { id: each.id }, body: { items: decisionsOf(body, each) }, signal }),
    submitLabel: t().refunds.receive,
  },
  run: ({ expected_refund: expected, ...body }, idempotencyKey) =>
    request('post', RECEIVE, {
      params: { id: each.id },
      body: { items: decisionsOf(body, each), expected_refund: Number(expected) },
      idempotencyKey,
    }),
  done: t().order.received,
});

type Decisions = Readonly<Record<string, Omit<NonNullable<Schemas['ReturnReceipt']['items']>[number], 'item_id'>>>;

const decisionsOf = (body: JsonObject, { items }: Return): NonNullable<Schemas['ReturnReceipt']['items']> =>
  items.map(({ item_id }, index) => ({ item_id, ...(body['items'] as Decisions)[index] }));
