import { etagOf, type Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButtons } from '../../form/action-button.tsx';
import { savedText } from '../../form/saved-text.ts';
import { sendFixed } from '../../form/send-action.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { RowMenu } from '../../parts/menu.tsx';
import { Badge, Day } from '../../parts/parts.tsx';
import { fill, t } from '../../text/text.ts';

type PaymentMethod = Schemas['PaymentMethod'];

/** More than a user may save. */
const MAX_SHOWN = 50;

/** Such as `visa •••• 4242`. */
export const methodName = ({ brand, type, last4, gateway }: PaymentMethod): string =>
  [brand ?? type ?? gateway, last4 && `•••• ${last4}`].filter((part) => part).join(' ');

const expiryOf = ({ exp_month: month, exp_year: year }: PaymentMethod): string =>
  month === null || year === null ? '–' : `${String(month).padStart(2, '0')}/${year}`;

const makeDefault = ({ id, status, is_default: isDefault }: PaymentMethod): Action => ({
  label: t().customers.makeDefault,
  scope: 'payments:write',
  isAllowed: status === 'active' && !isDefault,
  explanation: t().customers.makeDefaultExplained,
  run: sendFixed('post', '/api/payment_methods/{id}/default', { params: { id } }),
  done: savedText,
});

const remove = (method: PaymentMethod): Action => ({
  label: t().common.remove,
  scope: 'payments:write',
  isDanger: true,
  explanation: fill(t().customers.removeMethodExplained, { name: methodName(method) }),
  run: sendFixed('delete', '/api/payment_methods/{id}', { params: { id: method.id }, ifMatch: etagOf(method.version) }),
  done: t().customers.methodRemoved,
});

/** The saved payment methods of a customer. */
export const PaymentMethodsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useResource('/api/payment_methods', { query: { user_id: id, limit: MAX_SHOWN } });
  return (
    <LoadedList
      title={t().customers.paymentMethods}
      state={state}
      keyOf={(method) => method.id}
      empty={t().customers.noPaymentMethods}
      columns={[
        {
          name: 'name',
          cell: (method) => (
            <>
              {methodName(method)} {method.is_default && <Badge value="default" />}
            </>
          ),
          place: 'title',
        },
        { name: 'expires_at', cell: expiryOf, place: 'detail' },
        { name: 'gateway', cell: ({ gateway }) => gateway },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
        { name: 'created_at', cell: (method) => <Day at={method.created_at} />, place: 'detail' },
      ]}
      rowActions={(method) => (
        <RowMenu name={methodName(method)}>
          <ActionButtons actions={[makeDefault(method), remove(method)]} onDone={state.reload} />
        </RowMenu>
      )}
    />
  );
};
