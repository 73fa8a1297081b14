import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
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
  const state = useResource('/api/overview');
  if (state.error?.problem.status === 403) return null;
  return (
    <Section title={t().home.toDo}>
      {holds('orders:read') && <OrderChanges onChange={state.reload} />}
      <LoadedContent state={state} place={<Loading rows={4} />}>
        {(counts) => (
          <ul class="to-do">
            {NAMES.map((name) => (
              <OpenWork key={name} name={name} count={counts[name]} />
            ))}
          </ul>
        )}
      </LoadedContent>
    </Section>
  );
};

type OpenWorkProps = Readonly<{ name: CountName; count: Schemas['Overview'][CountName] | undefined }>;

const OpenWork = ({ name, count }: OpenWorkProps) => {
  if (count === undefined || (count.count === 0 && !ALWAYS_SHOWN.has(name))) return null;
  return (
    <li>
      <a href={count.url.replace('/api', BASE)} class={count.count > 0 ? '' : 'muted'}>
        <Icon name={COUNTS[name]} />
        <strong>
          {number(count.count)}
          {!count.exact && '+'}
        </strong>{' '}
        <span>{t().home[name]}</span>
      </a>
    </li>
  );
};
