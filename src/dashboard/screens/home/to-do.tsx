import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { OrderChanges } from './order-changes.tsx';

/** What waits for staff. The first are always shown, the others if there are any. */
const COUNTS = {
  orders_to_fulfill: 'truck',
  orders_to_pay: 'card',
  withdrawals_to_decide: 'page',
  withdrawals_to_refund: 'page',
  payments_needing_attention: 'warning',
  invoices_needing_attention: 'invoice',
  products_low_on_stock: 'products',
  webhooks_needing_attention: 'webhook',
} as const satisfies Readonly<Record<string, IconName>>;

type CountName = keyof typeof COUNTS;

const NAMES = Object.keys(COUNTS) as readonly CountName[];

const ALWAYS_SHOWN: ReadonlySet<CountName> = new Set(['orders_to_fulfill', 'orders_to_pay']);

/** Counts of open work, with links to it. */
export const ToDo = () => {
  const { data, error, isLoading, reload } = useResource('/api/overview');
  if (error) return error.problem.status === 403 ? null : <ProblemNotice error={error} retry={reload} />;
  if (isLoading && data === undefined) return <Loading rows={3} />;
  return (
    <Section title={t().home.toDo}>
      {holds('orders:read') && <OrderChanges onChange={reload} />}
      <ul class="to-do">
        {NAMES.map((name) => {
          const count = data?.[name];
          return (
            count &&
            (count.count > 0 || ALWAYS_SHOWN.has(name)) && (
              <li key={name}>
                <a href={count.url.replace('/api', BASE)} class={count.count > 0 ? '' : 'muted'}>
                  <Icon name={COUNTS[name]} />
                  <strong>
                    {number(count.count)}
                    {!count.exact && '+'}
                  </strong>{' '}
                  <span>{t().home[name]}</span>
                </a>
              </li>
            )
          );
        })}
      </ul>
    </Section>
  );
};
