import { createHmac, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type GuideExample, writeGuideExample } from '../documents/guide-example.ts';

const SECRET = 'the secret of the vouchers';

type Charge = { amount: number; captured: number; refunded: number };

/** The example's data. */
type Books = {
  vouchers: Record<string, Record<string, number>>;
  saved: Record<string, string>;
  charges: Record<string, Charge>;
  answers: object;
};

/** The guide's gateway, written to disk. */
export type VoucherExample = GuideExample &
  Readonly<{
    /** The example's own settings. */
    settings: Readonly<Record<string, string>>;
    books(): Promise<Books>;
    change(change: (books: Books) => void): Promise<void>;
  }>;

/** Writes the guide's example to disk, beside the project. */
export const writeVoucherExample = async (): Promise<VoucherExample> => {
  const example = await writeGuideExample('swap-a-payment-provider.md', 'voucher/voucher-gateway.mjs');
  const file = path.join(example.folder, 'vouchers.json');
  const books = async (): Promise<Books> => JSON.parse(await readFile(file, 'utf8'));
  const keep = (books: Books): Promise<void> => writeFile(file, JSON.stringify(books));
  await keep({ vouchers: {}, saved: {}, charges: {}, answers: {} });
  return {
    ...example,
    settings: { VOUCHER_FILE: file, VOUCHER_SECRET: SECRET },
    books,
    async change(change) {
      const changed = await books();
      change(changed);
      await keep(changed);
    },
  };
};

/** A webhook about a payment, with the example's signature. */
export const voucherWebhook = (payment: string) => {
  const body = JSON.stringify({ id: randomUUID(), payment });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'voucher-signature': `t=${seconds},v1=${signature}` } };
};
