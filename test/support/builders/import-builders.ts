import { Import } from '#core/imports/import.ts';
import { Lease } from '#core/shared/lease.ts';
import { ids, NOON } from './builders.ts';

type Overrides = Partial<Parameters<typeof Import.start>[0]> & Readonly<{ at?: Date; owner?: string }>;

/** A running import of a CSV file. */
export const anImport = ({ at = NOON, owner = 'a-process', ...fields }: Overrides = {}): Import =>
  Import.start({
    id: ids.next('imp'),
    name: null,
    resource: 'products',
    format: 'csv',
    onError: 'stop',
    digest: 'the digest of no rows',
    file: null,
    remembered: null,
    lease: Lease.request(owner, at),
    ...fields,
  });

export const NO_PRICE = { line: 3, field: 'price', code: 'any.required', message: 'is required' };
