import { useLocation } from 'preact-iso';
import { request, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { Button } from '../../parts/button.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { date } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { type Fulfillment, type Order, unfulfilledOf } from './order-data.ts';
import { quantitiesOf } from './order-fulfillments.tsx';

type Slip = Readonly<{ order: Order; shop: Schemas['Shop'] | undefined }>;

const load = async (id: string, signal: AbortSignal): Promise<Slip> => {
  const [{ data: order }, shop] = await Promise.all([
    request('get', '/api/orders/{id}', { params: { id }, signal }),
    holds('settings:read') ? request('get', '/api/shop', { signal }) : undefined,
  ]);
  return { order, shop: shop?.data };
};

/** What is in a fulfillment, or what is still to be sent, on paper and without prices. */
export const PackingSlip = ({ id = '' }: ScreenProps) => {
  const { query } = useLocation();
  const state = useLoaded(id, (signal) => load(id, signal));
  return (
    <section class="screen">
      <LoadedContent state={state}>
        {(data) => (
          <>
            <div class="screen-header no-print">
              <ParentLink href={`${BASE}/orders/${id}`} label={fill(t().orders.order, { number: data.order.number })} />
              <Button label={t().order.print} class="button primary" onClick={() => print()} />
            </div>
            <Paper slip={data} fulfillment={data.order.fulfillments.find((each) => each.id === query['fulfillment'])} />
          </>
        )}
      </LoadedContent>
    </section>
  );
};

const Paper = ({
  slip: { order, shop },
  fulfillment,
}: Readonly<{ slip: Slip; fulfillment: Fulfillment | undefined }>) => (
  <article class="paper">
    <header class="paper-header">
      <div>
        <h1>{t().order.packingSlip}</h1>
        <p>
          {fill(t().orders.order, { number: order.number })}, {date(fulfillment?.created_at ?? order.created_at)}
        </p>
        {fulfillment?.tracking_number && (
          <p>
            {fulfillment.carrier} {fulfillment.tracking_number}
          </p>
        )}
      </div>
      <div>
        <strong>{shop?.name}</strong>
        {shop?.address && <AddressText address={{ ...shop.address, name: null }} />}
      </div>
    </header>
    {order.shipping_address && (
      <section>
        <h2>{fieldLabel('shipping_address')}</h2>
        <AddressText address={order.shipping_address} />
      </section>
    )}
    <table class="table">
      <thead>
        <tr>
          <th scope="col" class="narrow numeric">
            {fieldLabel('quantity')}
          </th>
          <th scope="col">{fieldLabel('product_id')}</th>
          <th scope="col">{fieldLabel('sku')}</th>
        </tr>
      </thead>
      <tbody>
        {quantitiesOf(order, fulfillment?.items ?? unfulfilledItems(order)).map(({ id, quantity, name, sku }) => (
          <tr key={id}>
            <td class="numeric">{quantity}</td>
            <td>{name}</td>
            <td>{sku}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </article>
);

const unfulfilledItems = ({ items }: Order): Fulfillment['items'] =>
  items.map((item) => ({ item_id: item.id, quantity: unfulfilledOf(item) })).filter(({ quantity }) => quantity > 0);
