import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { etagOf, request } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import type { Field } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { seenTotal } from '../../form/seen-total.ts';
import { useDryRun } from '../../form/use-dry-run.ts';
import { useForm, withErrors } from '../../form/use-form.ts';
import { useLeave } from '../../form/use-leave.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { itemName } from '../../parts/item-name.ts';
import { problemText } from '../../parts/problem-notice.tsx';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { ItemEditor } from './item-editor.tsx';
import type { Order } from './order-data.ts';
import { isQuotable, type OrderLine, toItems } from './order-line.ts';
import { Line, Totals } from './order-totals.tsx';

const FIELDS: readonly Field[] = [];

/** The items of an order as they are edited; what was cancelled entirely is no part of it. */
const linesOf = ({ items, currency }: Order): OrderLine[] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => ({
      itemId: item.id,
      productId: item.product_id,
      name: itemName(item),
      image: item.image,
      quantity: String(item.quantity),
      listed: { price: item.unit_price, currency },
    }));

/** Such as `2 × Linen shirt, 1 × Mug`. */
const summaryOf = (order: Order): string =>
  linesOf(order)
    .map(({ quantity, name }) => `${quantity} × ${name}`)
    .join(', ');

/** Edits what is ordered, and shows beforehand what the order then costs. */
export const EditItemsDialog = ({
  order,
  onClose,
  onSaved,
}: Readonly<{ order: Order; onClose: () => void; onSaved: () => void }>) => {
  // as they were opened: a newer version may have other items
  const [opened, setOpened] = useState(order);
  const { id, version } = opened;
  /** As somebody else has saved it since. */
  const [newest, setNewest] = useState<Order>();
  const plain = useForm(FIELDS);
  const [lines, setLines] = useState<readonly OrderLine[]>(() => linesOf(order));
  const { leave, question } = useLeave(JSON.stringify(lines), JSON.stringify(linesOf(opened)), onClose);
  const items = toItems(lines);
  const isComplete = isQuotable(items);
  const dryRun = useDryRun(isComplete ? JSON.stringify(items) : '', async (signal) => {
    const query = { dry_run: true };
    return (await request('patch', '/api/orders/{id}', { params: { id }, query, body: { items }, signal })).data;
  });
  const { result } = dryRun;
  const form = withErrors(plain, dryRun.error?.fields);
  const save = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      // without a dry run the API says what is missing
      const total = isComplete ? await seenTotal(dryRun) : 0;
      if (total === undefined) return;
      const body = { items, expected_total: total };
      const options = { params: { id }, body, ifMatch: etagOf(version), idempotencyKey };
      try {
        await request('patch', '/api/orders/{id}', options);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isStale) throw error;
        setNewest((await request('get', '/api/orders/{id}', { params: { id } })).data);
        return;
      }
      notify(t().order.itemsEdited);
      onClose();
      onSaved();
    });
  const resolve = (chosen: readonly OrderLine[]): void => {
    if (newest !== undefined) setOpened(newest);
    setNewest(undefined);
    setLines(chosen);
    form.replace(form.values);
  };
  return (
    <Dialog title={t().order.editItems} onClose={leave} isWide>
      {question}
      {newest && (
        <div class="restored" role="alert">
          <p>{fill(t().order.itemsConflict, { items: summaryOf(newest) })}</p>
          <div class="buttons">
            <Button label={t().order.keepItems} onClick={() => resolve(lines)} />
            <Button label={t().order.takeItems} onClick={() => resolve(linesOf(newest))} />
          </div>
        </div>
      )}
      <FormView form={form} submitLabel={t().common.save} onSubmit={() => void save()} onCancel={leave}>
        <p>{t().order.editItemsExplained}</p>
        <ItemEditor
          lines={lines}
          errors={form.errors}
          priced={result}
          isPriceable
          onChange={(next) => {
            setLines(next);
            form.replace(form.values);
          }}
        />
        {dryRun.error && dryRun.error.fields.size === 0 && <p class="field-error">{problemText(dryRun.error)}</p>}
        {result && (
          <Totals charges={result}>
            <Line label={fieldLabel('amount_due')} value={result.amount_due} currency={result.currency} />
            <Line label={fieldLabel('refund_due')} value={result.refund_due} currency={result.currency} />
          </Totals>
        )}
      </FormView>
    </Dialog>
  );
};
