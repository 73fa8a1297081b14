/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

/** The redirects of a large former site; every hundredth leads to the next. */
const REDIRECTS = (count: number): string => `
  insert into redirects (id, version, path, path_key, target, target_key, created_at, updated_at)
  select concat('rdr_', lpad(n::text, 26, '0')), 1, key, key, target, target, at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at, concat('/old/', n) as key,
      case when n % 100 = 0 then concat('/old/', n + 1) else '/new' end as target) as t`;

/** Fills a migrated database with redirects. */
export const seedRedirects = async (database: Runs, count: number): Promise<void> => {
  await database.query(REDIRECTS(count));
  await database.query('vacuum analyze');
};
