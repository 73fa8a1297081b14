import { drawDocument } from '#adapters/invoice-pdf/draw-document.ts';
import { makePdfRenderer, type PdfRenderer } from '#adapters/invoice-pdf/pdf-renderer.ts';
import { aLongInvoice, anInvoice } from '../support/builders/document-builders.ts';
import { watchTurns } from '../support/longest-turn.ts';
import { drawBarePage } from './bare-pdf.ts';
import { say } from './settings.ts';

const MIN_RATIO = 0.5;
const MAX_LONG_MS = 1_000;
const MAX_BLOCK_MS = 50;

const ROUNDS = 9;
const PAGES_PER_ROUND = 20;

/**
 * The speed of invoices as PDF: a page beside bare pdfkit with the same fonts, and 500 lines in many scripts in a thread.
 * @returns the exit code: 1 if a limit is exceeded.
 */
export const measureDocuments = async (): Promise<number> => {
  say('Measuring: pages beside bare pdfkit.');
  const ratio = await ratioToBarePdfkit();
  say('Measuring: 500 lines in a thread.');
  const renderer = makePdfRenderer();
  try {
    const { longMs, blockMs } = await measureThread(renderer);
    say(`
pages of an invoice / pages of bare pdfkit  ${ratio.toFixed(2)} of ${MIN_RATIO} at least
500 lines in many scripts                   ${longMs.toFixed(0)} of ${MAX_LONG_MS} ms
the event loop blocked meanwhile            ${blockMs.toFixed(0)} of ${MAX_BLOCK_MS} ms`);
    return ratio >= MIN_RATIO && longMs <= MAX_LONG_MS && blockMs <= MAX_BLOCK_MS ? 0 : 1;
  } finally {
    await renderer.close();
  }
};

/** The median of rounds, in which both take turns. */
const ratioToBarePdfkit = async (): Promise<number> => {
  const ratios: number[] = [];
  const draw = () => drawDocument(anInvoice());
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bareMs = await timeOf(drawBarePage);
    const ours = await timeOf(draw);
    // the first round warms up
    if (round > 0) ratios.push(bareMs / ours);
  }
  return medianOf(ratios);
};

const timeOf = async (draw: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  for (let page = 0; page < PAGES_PER_ROUND; page += 1) await draw();
  return performance.now() - start;
};

const measureThread = async ({ render }: PdfRenderer): Promise<{ longMs: number; blockMs: number }> => {
  const long = aLongInvoice(500);
  const longestTurn = watchTurns();
  // the thread starts and warms up
  await render(long);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await render(long);
    times.push(performance.now() - start);
  }
  await Promise.all(Array.from({ length: 100 }, () => render(anInvoice())));
  return { longMs: medianOf(times), blockMs: longestTurn() };
};

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
