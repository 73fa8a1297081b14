import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROJECT = path.join(import.meta.dirname, '../..');
const GUIDE = path.join(PROJECT, 'docs/swap-a-payment-provider.md');
const SECRET = 'the secret of the vouchers';

type Charge = { amount: number; captured: number; refunded: number };

/** The example's data. */
type Books = { vouchers: Record<string, Record<string, number>>; charges: Record<string, Charge>; answers: object };

/** The guide's gateway, written to disk. */
export type VoucherExample = Readonly<{
  /** The folder of the module and its test. */
  folder: string;
  /** The module's path. */
  gateway: string;
  /** The example's own settings. */
  settings: Readonly<Record<string, string>>;
  /** The guide's command for its test. */
  command: string;
  books(): Promise<Books>;
  change(change: (books: Books) => void): Promise<void>;
  remove(): Promise<void>;
}>;

const blocksOf = (guide: string, language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

/** Writes the guide's example to disk, beside the project. */
export const writeVoucherExample = async (): Promise<VoucherExample> => {
  const guide = await readFile(GUIDE, 'utf8');
  const [module = '', test = ''] = blocksOf(guide, 'js');
  const [command = ''] = blocksOf(guide, 'sh');
  const directory = await mkdtemp(path.join(tmpdir(), 'voucher-example-'));
  const folder = path.join(directory, 'voucher');
  const gateway = path.join(folder, 'voucher-gateway.mjs');
  const file = path.join(folder, 'vouchers.json');
  await mkdir(folder);
  await symlink(PROJECT, path.join(directory, 'commerce'));
  await writeFile(gateway, module);
  await writeFile(path.join(folder, 'voucher-gateway.test.mjs'), test);
  const books = async (): Promise<Books> => JSON.parse(await readFile(file, 'utf8'));
  const keep = (books: Books): Promise<void> => writeFile(file, JSON.stringify(books));
  await keep({ vouchers: {}, charges: {}, answers: {} });
  return {
    folder,
    gateway,
    settings: { VOUCHER_FILE: file, VOUCHER_SECRET: SECRET },
    command,
    books,
    async change(change) {
      const changed = await books();
      change(changed);
      await keep(changed);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

/** A webhook about a payment, with the example's signature. */
export const voucherCallback = (payment: string) => {
  const body = JSON.stringify({ id: randomUUID(), payment });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'voucher-signature': `t=${seconds},v1=${signature}` } };
};
