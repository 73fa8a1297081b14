import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/request.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Amount } from '../../parts/parts.tsx';
import { number, period } from '../../text/format.ts';
import { fieldLabel } from '../../text/text.ts';
import { Totals } from '../orders/order-totals.tsx';

type ChargedDocument = Pick<
  Schemas['Invoice'],
  'lines' | 'currency' | 'subtotal' | 'discount_lines' | 'tax_lines' | 'tax_exemption' | 'prices_include_tax' | 'total'
>;

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
            heading: fieldLabel('description'),
            cell: (line) => (
              <>
                {line.description}
                {line.period && <div class="muted">{period(line.period)}</div>}
              </>
            ),
          },
          { heading: fieldLabel('quantity'), cell: ({ quantity }) => number(quantity), isNumeric: true },
          { heading: fieldLabel('unit_price'), cell: (line) => amount(line.unit_price), isNumeric: true },
          { heading: fieldLabel('discount'), cell: ({ discount }) => amount(discount), isNumeric: true },
          { heading: fieldLabel('tax'), cell: ({ tax }) => amount(tax), isNumeric: true },
          { heading: fieldLabel('total'), cell: ({ total }) => amount(total), isNumeric: true },
        ]}
      />
      <Totals charges={{ ...document, shipping_lines: [] }}>{children}</Totals>
    </>
  );
};
