import type { DocumentRenderer } from '#core/invoices/ports.ts';
import type { ClonedDocument } from './cloned-document.ts';
import { makeWorkerPool, type PoolOptions } from './worker-pool.ts';

/** A renderer with threads, which `close` ends. */
export type PdfRenderer = DocumentRenderer & Readonly<{ close(): Promise<void> }>;

const DEFAULTS: PoolOptions = {
  script: new URL('./render-worker.ts', import.meta.url),
  maxThreads: 1,
  maxQueued: 1_000,
  // a page takes some 20 ms, and 500 lines take half a second
  timeoutMs: 30_000,
  idleMs: 30_000,
  maxHeapMb: 256,
};

/** Renders PDFs with pdfkit in threads, so that the event loop of the service is free. */
export const makePdfRenderer = (options: Partial<PoolOptions> = {}): PdfRenderer => {
  const pool = makeWorkerPool<ClonedDocument, Uint8Array>({ ...DEFAULTS, ...options });
  return { render: (document) => pool.run({ cloned: document }), close: pool.close };
};
