import { useResource } from '../../app/use-resource.ts';
import { Badge, Time } from '../../parts/parts.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';

type Props = Readonly<{
  id: string;
  /** That of the order, which its checkout follows. */
  version: number;
}>;

/** The checkout that has placed an order: its status, what the buyer has accepted, and of which cart it was. */
export const OrderCheckout = ({ id, version }: Props) => {
  const { data: checkout } = useResource('/api/checkouts/{id}', { params: { id } }, version);
  if (checkout === undefined) return <ShortId id={id} />;
  const { accepted, cart_id: cart } = checkout;
  return (
    <>
      <Badge value={checkout.status} />
      <ul>
        {accepted.terms !== null && (
          <li>
            {t().order.termsAccepted}{' '}
            <span class="muted">
              <Time at={accepted.terms} />
            </span>
          </li>
        )}
        {accepted.withdrawal_waiver !== null && (
          <li>
            {t().order.waiverAccepted}{' '}
            <span class="muted">
              <Time at={accepted.withdrawal_waiver} />
            </span>
          </li>
        )}
        {cart !== null && (
          <li>
            {t().order.fromCart} <ShortId id={cart} />
          </li>
        )}
      </ul>
    </>
  );
};
