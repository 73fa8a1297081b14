import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { addressFields, removeClearedAddresses } from '../../form/address-fields.ts';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { AddressText } from '../../parts/address-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Metadata } from '../../parts/metadata.tsx';
import { Facts, Section, Time } from '../../parts/parts.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { SpendFigure } from '../users/spend.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { OrderCheckout } from './order-checkout.tsx';
import type { OrderData } from './order-data.ts';

type Props = Readonly<{ data: OrderData; reload: () => void }>;

/** Who has ordered, where it goes, and what else the order says. */
export const Details = ({ data, reload }: Props) => {
  const { order, customer } = data;
  return (
    <Section title={t().order.details} actions={<EditButton data={data} reload={reload} />}>
      <Facts
        facts={[
          [
            'customer',
            order.user_id === null ? (
              t().orders.guest
            ) : (
              <a href={`${BASE}/customers/${order.user_id}`}>{customer?.name ?? customer?.email ?? order.user_id}</a>
            ),
          ],
          ['email', order.email ?? customer?.email],
          order.user_id !== null &&
            holds('analytics:read') && ['spend', <SpendFigure key="spend" id={order.user_id} figure="net" />],
          order.user_id !== null && ['orders', <CustomerOrders key="orders" order={order} />],
          ['shipping_address', order.shipping_address && <AddressText address={order.shipping_address} />],
          order.billing_address !== null && ['billing_address', <BillingAddress key="billing" order={order} />],
          ['created_at', <Time key="created_at" at={order.created_at} />],
          ['updated_at', <Time key="updated_at" at={order.updated_at} />],
          order.expires_at !== null && ['expires_at', <Time key="expires_at" at={order.expires_at} />],
          order.checkout_id !== null && [
            'checkout',
            <OrderCheckout key="checkout" id={order.checkout_id} version={order.version} />,
          ],
          order.tax_id !== null && ['tax_id', order.tax_id],
          order.external_id !== null && ['external_id', order.external_id],
          Object.keys(order.metadata).length > 0 && ['metadata', <Metadata key="metadata" values={order.metadata} />],
        ]}
      />
    </Section>
  );
};

const BillingAddress = ({
  order: { billing_address: billing, shipping_address: shipping },
}: Pick<OrderData, 'order'>) =>
  billing !== null &&
  (JSON.stringify(billing) === JSON.stringify(shipping) ? t().order.asShipping : <AddressText address={billing} />);

const EditButton = ({ data, reload }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ScopedButton label={t().order.editDetails} scope="orders:write" onClick={() => setOpen(true)} />
      {isOpen && <EditDialog data={data} onClose={() => setOpen(false)} onSaved={reload} />}
    </>
  );
};

const ADDRESSES = ['shipping_address', 'billing_address'] as const;

const ANNOTATIONS: readonly Field[] = [
  { name: 'external_id', kind: 'text' },
  { name: 'metadata', kind: 'map' },
];

const EditDialog = ({
  data: { order, etag },
  onClose,
  onSaved,
}: Readonly<{ data: OrderData; onClose: () => void; onSaved: () => void }>) => {
  const { id } = order;
  const isOpen = order.status === 'open';
  // of an order that is not open only the annotations change
  const groups = isOpen ? ADDRESSES.map((name) => ({ title: fieldLabel(name), fields: addressFields(name) })) : [];
  const [fields] = useState<readonly Field[]>(() => [
    ...(isOpen ? [{ name: 'email', kind: 'email' } as const] : []),
    ...ANNOTATIONS,
    ...groups.flatMap((group) => group.fields),
  ]);
  return (
    <Dialog title={t().order.editDetails} onClose={onClose} isWide>
      <ResourceForm
        draft={id}
        fields={fields}
        groups={groups}
        loaded={{ data: order, etag }}
        scope="orders:write"
        reload={() => request('get', '/api/orders/{id}', { params: { id } })}
        save={(body, options) =>
          request('patch', '/api/orders/{id}', {
            params: { id },
            body: removeClearedAddresses(body, order, ADDRESSES),
            ...options,
          })
        }
        onSaved={() => {
          onClose();
          onSaved();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};
