import type { ComponentChildren } from 'preact';
import { Amount } from '../../parts/parts.tsx';
import { rate as rateText } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';
import type { Order } from './order-data.ts';

type Charges = Pick<
  Order,
  | 'subtotal'
  | 'discount_lines'
  | 'shipping_lines'
  | 'tax_lines'
  | 'tax_exemption'
  | 'prices_include_tax'
  | 'total'
  | 'currency'
>;

/** What an order, a quote or an invoice costs, line by line. */
export const Totals = ({ charges, children }: Readonly<{ charges: Charges; children?: ComponentChildren }>) => {
  const { currency } = charges;
  return (
    <dl class="totals">
      <Line label={fieldLabel('subtotal')} value={charges.subtotal} currency={currency} />
      {charges.discount_lines.map(({ name, code, amount }) => (
        <Line
          key={`${name} ${code}`}
          label={`${name}${code === null ? '' : ` (${code})`}`}
          value={-amount}
          currency={currency}
        />
      ))}
      {charges.shipping_lines.map(({ shipping_method_id: id, name, amount }) => (
        <Line key={id} label={`${fieldLabel('shipping')}: ${name}`} value={amount} currency={currency} />
      ))}
      {charges.tax_lines.map(({ name, rate, amount }) => (
        <Line
          key={`${name} ${rate}`}
          label={`${charges.prices_include_tax ? t().order.includedTax : ''}${name} ${rateText(rate)}`}
          value={amount}
          currency={currency}
        />
      ))}
      {charges.tax_exemption !== null && (
        <div>
          <dt>{t().order.taxExemption}</dt>
          <dd>{t().values[charges.tax_exemption]}</dd>
        </div>
      )}
      <Line label={fieldLabel('total')} value={charges.total} currency={currency} isTotal />
      {children}
    </dl>
  );
};

/** An amount with its label. */
export const Line = ({
  label,
  value,
  currency,
  isTotal = false,
}: Readonly<{ label: string; value: number; currency: string; isTotal?: boolean }>) => (
  <div class={isTotal ? 'total' : ''}>
    <dt>{label}</dt>
    <dd>
      <Amount value={value} currency={currency} />
    </dd>
  </div>
);

/** What was paid of an order, and what is not. */
export const PaidTotals = ({ order }: Readonly<{ order: Order }>) => (
  <>
    {(['amount_paid', 'amount_refunded', 'refund_due', 'amount_due'] as const).map(
      (name) =>
        (order[name] !== 0 || name === 'amount_paid' || name === 'amount_due') && (
          <Line key={name} label={fieldLabel(name)} value={order[name]} currency={order.currency} />
        ),
    )}
  </>
);
