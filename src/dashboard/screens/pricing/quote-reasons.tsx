import { BASE } from '../../app/base.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Amount, Section } from '../../parts/parts.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { countryName } from '../../text/countries.ts';
import { number, rate as rateText } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import type { Quote } from '../orders/quote.ts';

type Props = Readonly<{ quote: Quote }>;

/** Why a cart costs what it does: its lines, its taxes, and what does not apply. */
export const QuoteReasons = ({ quote }: Props) => (
  <>
    <Lines quote={quote} />
    <Taxes quote={quote} />
    <Refusals quote={quote} />
  </>
);

/** A line of the items or of the shipping. */
type Line = Pick<
  Quote['items'][number],
  'discount' | 'discount_allocations' | 'tax_name' | 'tax_rate' | 'tax' | 'total'
> &
  Readonly<{ key: string; label: string; quantity: number | undefined; price: number }>;

const linesOf = ({ items, shipping_lines: shipping }: Quote): Line[] => [
  ...items.map((item) => ({
    ...item,
    key: item.id,
    label: item.name,
    quantity: item.quantity,
    price: item.unit_price,
  })),
  ...shipping.map((line) => ({
    ...line,
    key: line.shipping_method_id,
    label: `${fieldLabel('shipping')}: ${line.name}`,
    quantity: undefined,
    price: line.amount,
  })),
];

const Lines = ({ quote }: Props) => {
  const amount = (value: number) => <Amount value={value} currency={quote.currency} />;
  const discountsOf = ({ discount_allocations: parts }: Line) =>
    parts.length === 0
      ? t().priceTest.noDiscount
      : parts.map((part) => (
          <div key={part.discount_line}>
            {quote.discount_lines[part.discount_line]?.name}: {amount(-part.amount)}
          </div>
        ));
  return (
    <Section title={t().priceTest.lines}>
      <DataTable
        label={t().priceTest.lines}
        rows={linesOf(quote)}
        keyOf={({ key }) => key}
        columns={[
          { name: 'line', cell: ({ label }) => label },
          {
            name: 'quantity',
            cell: ({ quantity }) => (quantity === undefined ? '' : number(quantity)),
            isNumeric: true,
          },
          { name: 'unit_price', cell: ({ price }) => amount(price), isNumeric: true },
          { name: 'discount', cell: discountsOf },
          { name: 'tax_rate', cell: taxRateOf },
          { name: 'tax', cell: ({ tax }) => amount(tax), isNumeric: true },
          { name: 'total', cell: ({ total }) => amount(total), isNumeric: true },
        ]}
      />
    </Section>
  );
};

const taxRateOf = ({ tax_name: name, tax_rate: rate }: Line): string =>
  name === null || rate === null ? '–' : `${name} ${rateText(rate)}`;

/** Taxes follow from where the goods go, or else from where the shop is. */
const placeOf = ({ shipping_address: address }: Quote): string =>
  address === null
    ? t().priceTest.shopPlace
    : [countryName(address.country), address.state, address.postal_code].filter((part) => part).join(', ');

const Taxes = ({ quote }: Props) => {
  const amount = (value: number) => <Amount value={value} currency={quote.currency} />;
  return (
    <Section title={t().priceTest.taxes}>
      <p>{fill(t().priceTest.taxedAt, { place: placeOf(quote) })}</p>
      {quote.tax_lines.length === 0 && (
        <p>{quote.tax_exemption === null ? t().priceTest.noTax : t().priceTest.exempt}</p>
      )}
      {quote.tax_lines.length > 0 && (
        <DataTable
          label={t().priceTest.taxes}
          rows={quote.tax_lines}
          keyOf={({ name, rate }) => `${name} ${rate}`}
          columns={[
            { name: 'name', cell: ({ name }) => name },
            { name: 'rate', cell: ({ rate }) => rateText(rate), isNumeric: true },
            { name: 'taxable', cell: ({ taxable }) => amount(taxable), isNumeric: true },
            { name: 'tax', cell: (line) => amount(line.amount), isNumeric: true },
          ]}
        />
      )}
    </Section>
  );
};

const refusalsOf = ({
  refused_discount_codes: codes,
  refused_discounts: discounts = [],
  refused_shipping_methods: methods = [],
}: Quote) => [
  ...methods.map(({ shipping_method_id: id, ...rest }) => ({
    ...rest,
    id,
    list: 'shipping_methods',
    kind: 'shipping',
  })),
  ...codes.map(({ code, ...rest }) => ({ ...rest, id: code, name: code, list: 'discounts', kind: 'discount' })),
  ...discounts.map(({ discount_id: id, ...rest }) => ({
    ...rest,
    id: id ?? rest.name,
    list: 'discounts',
    kind: 'discount',
  })),
];

const Refusals = ({ quote }: Props) => {
  const refusals = refusalsOf(quote);
  // others than codes are named only to those who may read pricing
  if (refusals.length === 0 && quote.refused_discounts === undefined) return null;
  return (
    <Section title={t().priceTest.refused}>
      {refusals.length === 0 && <p class="muted">{t().priceTest.nothingRefused}</p>}
      {refusals.length > 0 && (
        <DataTable
          label={t().priceTest.refused}
          rows={refusals}
          keyOf={({ list, id }) => `${list} ${id}`}
          columns={[
            {
              name: 'kind',
              cell: ({ kind, list }) => <a href={`${BASE}/${list}`}>{fieldLabel(kind)}</a>,
            },
            { name: 'name', cell: ({ name }) => name },
            { name: 'message', heading: t().priceTest.why, cell: ({ message }) => apiMessage(message) },
          ]}
        />
      )}
    </Section>
  );
};
