// Why: docs/decisions/0036-invoice-documents.md

import type { PrintedDocument } from './printed-document.ts';

/** Makes the file of an invoice or a credit note. */
export interface DocumentRenderer {
  /**
   * A PDF (PDF/A-3b) with the invoice as XML for machines in it (Factur-X, EN 16931). The same document gives the same
   * bytes, as long as the program is the same; so store the file. Texts may contain anything: what has no glyph is
   * shown as a replacement character. The event loop is not blocked meanwhile.
   * @throws DomainError of kind `unavailable` if too much is waiting, the document takes too long, or the renderer is
   * closed or has failed; the call may be repeated.
   */
  render(document: PrintedDocument): Promise<Uint8Array>;
}
