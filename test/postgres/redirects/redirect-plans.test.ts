import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { redirectPage } from '#adapters/postgres/redirects/redirects.ts';
import type { redirectList } from '#core/redirects/redirect.ts';
import type { FilterOf } from '#core/shared/list.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { seedRedirects } from '../../support/seeding/seed-redirects.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const REDIRECT = `rdr_${padded(42)}` as const;

const FILTERS: Readonly<Record<string, FilterOf<typeof redirectList>>> = {
  nothing: {},
  'a path': { path: '/OLD/400/' },
  'a path without a redirect': { path: '/other' },
  'some ids': { ids: [REDIRECT, `rdr_${padded(19_000)}`] },
  'when they were made': {
    created_from: new Date('2026-06-01T00:00:00Z'),
    created_to: new Date('2026-06-02T00:00:00Z'),
  },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: REDIRECT };

describe('query plans of the list of redirects', () => {
  const client = useSeededClient((seeded) => seedRedirects(seeded, MANY));

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find redirects and those that follow by an index for ${name}`, () => {
      const statements = [undefined, AFTER].map((after) =>
        pageStatement(redirectPage({ filter, page: { limit: 20, after } })),
      );
      return expectIndexed(client(), statements, 200);
    });
  }
});
