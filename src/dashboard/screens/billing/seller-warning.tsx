import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';

/** Says what invoices need of the shop and would lack, before one gets its number. */
export const SellerWarning = () => (holds('settings:read') ? <Missing /> : null);

const Missing = () => {
  const { data: shop } = useResource('/api/shop');
  const missing = (['address', 'tax_id'] as const).filter((name) => shop?.[name] === null);
  if (missing.length === 0) return null;
  const names = missing.map((name) => (name === 'address' ? t().shop.address : fieldLabel(name)));
  return (
    <p class="restored" role="status">
      {fill(t().invoices.sellerIncomplete, { missing: names.join(', ') })}{' '}
      <a href={`${BASE}/shop`}>{t().invoices.completeSeller}</a>
    </p>
  );
};
