import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/request.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Amount } from '../../parts/parts.tsx';
import { number, period } from '../../text/format.ts';
import { Totals } from '../orders/order-totals.tsx';

type ChargedDocument = Pick<
  Schemas['Invoice'],
  'lines' | 'currency' | 'subtotal' | 'discount_lines' | 'tax_lines' | 'tax_exemption' | 'prices_include_tax' | 'total'
>;

type Line = ChargedDocument['lines'][number];

/** The lines of an invoice, of one to come, or of a credit note, and what they add up to. */
export const InvoiceLines = ({
  document,
  label,
  children,
}: Readonly<{ document: ChargedDocument; label: string; children?: ComponentChildren }>) => {
  const amount = (value: number) => <Amount value={value} currency={document.currency} />;
  return (
    <>
      <DataTable
        label={label}
        rows={document.lines}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'description',
            cell: (line) => (
              <>
                {line.description}
                {line.period && <div class="muted">{period(line.period)}</div>}
              </>
            ),
            place: 'title',
          },
          { name: 'quantity', cell: ({ quantity }) => number(quantity), isNumeric: true, place: 'detail' },
          {
            name: 'unit_price',
            cell: (line) => (
              <>
                <span class="on-phones">× </span>
                {amount(line.unit_price)}
              </>
            ),
            isNumeric: true,
            place: 'detail',
          },
          ...(document.lines.some(({ discount }) => discount > 0)
            ? [{ name: 'discount', cell: ({ discount }: Line) => amount(discount), isNumeric: true }]
            : []),
          { name: 'tax', cell: ({ tax }) => amount(tax), isNumeric: true },
          { name: 'total', cell: ({ total }) => amount(total), isNumeric: true, place: 'end' },
        ]}
      />
      <Totals charges={{ ...document, shipping_lines: [] }}>{children}</Totals>
    </>
  );
};
