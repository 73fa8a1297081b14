import { makePdfRenderer } from '#adapters/invoice-pdf/pdf-renderer.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant } from '../injection.ts';
import { INVOICES } from '../tokens/invoices.ts';

/** Invoices and credit notes as files. */
export const invoiceDocumentsModule = (): readonly Binding[] => {
  // its thread starts with the first document
  const { render, close } = makePdfRenderer();
  return [constant(INVOICES.renderer, { render }), constant(BACKGROUND.processServices, [{ start() {}, stop: close }])];
};
