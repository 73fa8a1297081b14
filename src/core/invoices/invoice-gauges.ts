import { describeGauges } from '#core/shared/gauge.ts';
import type { InvoiceQueries } from './ports.ts';

/** The files of invoices and credit notes that are not rendered. */
export const invoiceGauges = ({ queries }: Readonly<{ queries: Pick<InvoiceQueries, 'fileBacklog'> }>) =>
  describeGauges({
    gauges: {
      invoice_files_pending: { help: 'Files of invoices and credit notes that are not rendered yet, up to 1,000.' },
      invoice_files_failing: { help: 'Those of them that could not be rendered and are tried again, up to 1,000.' },
    },
    async read() {
      const { pending, failing } = await queries.fileBacklog();
      return { invoice_files_pending: pending, invoice_files_failing: failing };
    },
  });
