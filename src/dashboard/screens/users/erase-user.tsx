import { etagOf, type Schemas, send } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Action } from '../../form/action-button.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { Facts, Loading } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { t } from '../../text/text.ts';

type User = Schemas['User'];
type Effect = Omit<Schemas['ErasurePreview'], 'dry_run' | 'emits'>;

const REMOVED = [
  'subscriptions_cancelled',
  'payment_methods_removed',
  'carts_removed',
  'checkouts_removed',
  'addresses_removed',
  'invoice_drafts_removed',
  'sessions_ended',
  'api_keys_removed',
  'webhooks_disabled',
] as const satisfies readonly (keyof Effect)[];

const KEPT = [
  'orders_kept',
  'invoices_kept',
  'credit_notes_kept',
  'payments_kept',
  'returns_kept',
  'withdrawals_kept',
] as const satisfies readonly (keyof Effect)[];

/** Erases a user, after its effect was shown. */
export const eraseAction = ({ id, email, role, version }: User): Action => ({
  label: t().users.erase,
  scope: role === 'customer' ? 'customers:write' : 'users:write',
  isDanger: true,
  explanation: (
    <div class="form">
      <p>
        <strong>{email}</strong>: {t().users.eraseExplained}
      </p>
      <Preview id={id} />
    </div>
  ),
  run: sendFixed('delete', '/api/users/{id}', { params: { id }, ifMatch: etagOf(version) }),
  done: t().users.erased,
});

/** What the erasure would do now, by a dry run of it. */
const Preview = ({ id }: Pick<User, 'id'>) => {
  const { data, error, isLoading, reload } = useLoaded(id, (signal) =>
    send<Effect>({ method: 'delete', path: '/api/users/{id}', params: { id }, query: { dry_run: true }, signal }),
  );
  if (error) return <ProblemNotice error={error} retry={reload} />;
  if (isLoading || data === undefined) return <Loading />;
  return (
    <>
      <Counts title={t().customers.removed} names={REMOVED} effect={data.data} />
      <Counts title={t().customers.kept} names={KEPT} effect={data.data} />
    </>
  );
};

const Counts = ({
  title,
  names,
  effect,
}: Readonly<{ title: string; names: readonly (keyof Effect)[]; effect: Effect }>) => {
  const present = names.filter((name) => effect[name] > 0);
  return (
    <section>
      <h3>{title}</h3>
      {present.length === 0 ? (
        <p class="muted">{t().customers.nothing}</p>
      ) : (
        <Facts facts={present.map((name) => [name, number(effect[name])])} />
      )}
    </section>
  );
};
