import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { post, signIn } from './client.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { startServer } from './processes.ts';
import { medianRatio, report } from './report.ts';
import { LOAD, OWNER, say, serviceSettings } from './settings.ts';

/** What numbers without gaps may leave of the rate with numbers from a sequence. */
const MIN_RATIO = 0.6;

const DRAFTS = 80_000;

const LINE = { description: 'Consulting', quantity: 2, unit_price: 50, tax_rate: 19 };

/** Makes the service take numbers from a sequence: an update of the view locks no row. */
const SEQUENCE = `
  alter table document_numbers rename to locked_numbers;
  create sequence invoice_numbers;
  create view document_numbers as select * from locked_numbers;
  create function next_number() returns trigger language plpgsql as $$
    begin new.last := nextval('invoice_numbers'); return new; end $$;
  create trigger next_number instead of update on document_numbers for each row execute function next_number()`;

/** Copies of the only draft. */
const COPIES = `
  insert into invoices
  select (json_populate_record(i, json_build_object('id', 'inv_' || lpad(n::text, 26, '0')))).*
  from invoices i, generate_series(1, ${DRAFTS}) n`;

/**
 * The rate of finalizing invoices relative to numbers from a sequence, which has gaps. Files are not rendered meanwhile.
 * @returns whether it is within the limit.
 */
export const measureInvoices = async (directory: string, serverUrl: string): Promise<boolean> => {
  const cleanups: (() => Promise<void>)[] = [];
  const serve = async (name: string, change?: string): Promise<Candidate> => {
    const databaseUrl = `${serverUrl}/${name}`;
    await query(`${serverUrl}/postgres`, `create database ${name}`);
    await mkdir(path.join(directory, name));
    const settings = { ...serviceSettings(databaseUrl), ROLE: 'http' };
    const { url, stop } = await startServer('../../src/commands/commerce.js', path.join(directory, name), settings);
    cleanups.push(stop);
    const { key } = await signIn(url, OWNER);
    const { id } = await post(`${url}/api/users`, { email: 'ada@example.com', name: 'Ada' }, key);
    await post(`${url}/api/invoices`, { user_id: id, lines: [LINE] }, key);
    if (change !== undefined) await query(databaseUrl, change);
    await query(databaseUrl, COPIES);
    await query(databaseUrl, 'vacuum analyze invoices');
    return finalizing(url, key);
  };
  try {
    const candidates = { gapless: await serve('gapless'), sequence: await serve('sequence', SEQUENCE) };
    say('Measuring: finalizing invoices.');
    const { gapless, sequence } = await measureAlternately(candidates, { ...LOAD, rounds: 15 });
    say(report('numbers without gaps / from a sequence', [['finalize an invoice', gapless, sequence]]));
    if (medianRatio(gapless, sequence) >= MIN_RATIO) return true;
    say(`Numbers without gaps leave less than ${MIN_RATIO} of the rate.`);
    return false;
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

/** Each request finalizes another draft. */
const finalizing = (url: string, key: string): Candidate => {
  let finalized = 0;
  return {
    url,
    headers: { authorization: `Bearer ${key}` },
    requests: () => [
      {
        setupRequest: (request) => {
          finalized += 1;
          return {
            ...request,
            method: 'POST',
            path: `/api/invoices/inv_${String(finalized).padStart(26, '0')}/finalize`,
            headers: { ...request.headers, 'idempotency-key': `finalize-${finalized}` },
          };
        },
      },
    ],
  };
};

const query = async (connectionString: string, sql: string): Promise<void> => {
  const pool = new Pool({ connectionString, max: 1 });
  await pool.query(sql);
  await pool.end();
};
