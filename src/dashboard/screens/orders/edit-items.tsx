import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import type { Field } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { useForm } from '../../form/use-form.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { ItemEditor, type OrderLine, toItems } from './item-editor.tsx';
import { itemName } from './item-name.ts';
import type { Order } from './order-data.ts';
import { Line, Totals } from './order-totals.tsx';
import { useDryRun } from './use-dry-run.ts';

const FIELDS: readonly Field[] = [];

/** The products of an order as they are edited; what was cancelled entirely is no part of it. */
const linesOf = ({ items }: Order): OrderLine[] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => ({
      productId: item.product_id,
      name: itemName(item),
      image: item.image,
      quantity: String(item.quantity),
    }));

/** Edits what is ordered, and shows beforehand what the order then costs. */
export const EditItemsDialog = ({
  order,
  onClose,
  onSaved,
}: Readonly<{ order: Order; onClose: () => void; onSaved: () => void }>) => {
  const { id, version } = order;
  const form = useForm(FIELDS);
  const [lines, setLines] = useState<readonly OrderLine[]>(() => linesOf(order));
  const items = toItems(lines);
  const dryRun = useDryRun(JSON.stringify(items), async (signal) => {
    const query = { dry_run: true };
    return (await request('patch', '/api/orders/{id}', { params: { id }, query, body: { items }, signal })).data;
  });
  const { result } = dryRun;
  const save = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      // what was not shown is not saved
      const seen = dryRun.isCurrent && result ? { expected_total: result.total } : {};
      const options = { params: { id }, body: { items, ...seen }, ifMatch: `"${version}"`, idempotencyKey };
      await request('patch', '/api/orders/{id}', options);
      notify(t().order.itemsEdited);
      onClose();
      onSaved();
    });
  return (
    <Dialog title={t().order.editItems} onClose={onClose} isWide>
      <FormView form={form} submitLabel={t().common.save} onSubmit={() => void save()} onCancel={onClose}>
        <p>{t().order.editItemsExplained}</p>
        <ItemEditor
          lines={lines}
          errors={dryRun.error?.fields ?? form.errors}
          onChange={(next) => {
            setLines(next);
            form.replace(form.values);
          }}
        />
        {dryRun.error && dryRun.error.fields.size === 0 && <p class="field-error">{dryRun.error.problem.detail}</p>}
        {result && (
          <Totals order={result}>
            <Line label={fieldLabel('amount_due')} value={result.amount_due} currency={result.currency} />
            <Line label={fieldLabel('refund_due')} value={result.refund_due} currency={result.currency} />
          </Totals>
        )}
      </FormView>
    </Dialog>
  );
};
