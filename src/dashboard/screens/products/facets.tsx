import { useEffect, useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useListState } from '../../list/list-state.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { type FacetGroup, type FacetOption, facetsFor, groupsOf } from './facet-groups.ts';

type Product = Schemas['Product'];

/** What is counted: the filters of the list, and the facets by name. */
type Question = Readonly<{ filters: string; facets: string; currency: string | undefined }>;

/** What the matching products can be filtered by. It is asked for when their rows are there, so that these do not wait. */
export const Facets = ({ products }: Readonly<{ products: readonly Product[] }>) => {
  const { query } = useListState();
  const [question, setQuestion] = useState<Question | undefined>();
  useEffect(() => {
    // further pages have the same counts
    if (question === undefined || !query.has('cursor')) setQuestion(questionOf(products, query));
  }, [products]);
  return question === undefined ? <Place /> : <Counts question={question} query={query} />;
};

const questionOf = (products: readonly Product[], query: URLSearchParams): Question => {
  const filters = new URLSearchParams(query);
  for (const name of ['cursor', 'sort']) filters.delete(name);
  const [currency, ...others] = new Set(products.map((product) => product.currency));
  return {
    filters: filters.toString(),
    facets: facetsFor(products, query),
    currency: others.length === 0 ? currency : undefined,
  };
};

/** Whether the counts have a place beside the table; where they have none, they are closed at first. */
const WIDE = '(min-width: 72rem)';

const Counts = ({ question, query }: Readonly<{ question: Question; query: URLSearchParams }>) => {
  const { filters, facets, currency } = question;
  const { data, error, reload } = useLoaded(
    JSON.stringify(question),
    async (signal) => {
      const search = new URLSearchParams(filters);
      const values = Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]));
      return (await request('get', '/api/products', { query: { ...values, facets, limit: 1 }, signal })).data.facets;
    },
    { keepsFormer: true },
  );
  if (error) return <ProblemNotice error={error} retry={reload} />;
  if (data === undefined) return <Place />;
  const groups = groupsOf(data, { query, currency });
  if (groups.length === 0) return null;
  return (
    <details class="facets" open={matchMedia(WIDE).matches}>
      <summary>{t().products.facets}</summary>
      <nav aria-label={t().products.facets}>
        {groups.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </nav>
      {data.exact === false && <p class="muted">{t().products.facetsOfSome}</p>}
    </details>
  );
};

/** Where the counts will be, so that the table does not move when they come. */
const Place = () => (
  <details class="facets" open={matchMedia(WIDE).matches}>
    <summary>{t().products.facets}</summary>
  </details>
);

/** How many values are shown at once. */
const MAX_SHOWN = 8;

const Group = ({ group: { label, options } }: Readonly<{ group: FacetGroup }>) => {
  const isShown = ({ isActive }: FacetOption, index: number): boolean => isActive || index < MAX_SHOWN;
  const more = options.filter((option, index) => !isShown(option, index));
  return (
    <section>
      <h2>{label}</h2>
      <Options options={options.filter(isShown)} />
      {more.length > 0 && (
        <details>
          <summary>{t().common.more}</summary>
          <Options options={more} />
        </details>
      )}
    </section>
  );
};

const Options = ({ options }: Readonly<{ options: readonly FacetOption[] }>) => (
  <ul>
    {options.map(({ label, count, isActive, query }) => (
      <li key={label}>
        <a
          href={`${BASE}/products${query === '' ? '' : `?${query}`}`}
          {...(isActive ? { 'aria-current': 'true' } : {})}
        >
          <span>
            {isActive && <span aria-hidden="true">✓ </span>}
            {label}
            {isActive && <span class="visually-hidden"> {t().list.removeFilter}</span>}
          </span>
          <span class="muted">{number(count)}</span>
        </a>
      </li>
    ))}
  </ul>
);
