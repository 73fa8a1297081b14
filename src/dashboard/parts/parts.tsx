import type { ComponentChildren } from 'preact';
import { ago, date, dateTime, money, utc } from '../text/format.ts';
import { fieldLabel, t, valueLabel } from '../text/text.ts';

type Tone = 'good' | 'warning' | 'bad';

/** Statuses by what they ask of the reader. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  paid: 'good',
  fulfilled: 'good',
  completed: 'good',
  ordered: 'good',
  succeeded: 'good',
  captured: 'good',
  delivered: 'good',
  received: 'good',
  trialing: 'good',
  enabled: 'good',
  unpaid: 'warning',
  partially_paid: 'warning',
  partially_refunded: 'warning',
  partially_fulfilled: 'warning',
  authorized: 'warning',
  unfulfilled: 'warning',
  pending: 'warning',
  requires_action: 'warning',
  requested: 'warning',
  past_due: 'warning',
  draft: 'warning',
  open: 'warning',
  in_progress: 'warning',
  accepted: 'warning',
  due_soon: 'warning',
  overdue: 'bad',
  dispute: 'bad',
  failed: 'bad',
  failed_refund: 'bad',
  ledger_discrepancy: 'bad',
  overdue_operation: 'warning',
  overpayment: 'warning',
  unknown_outcome: 'bad',
  declined: 'bad',
  disabled: 'bad',
  uncollectible: 'bad',
  rejected: 'bad',
};

/** A status with its label. */
export const Badge = ({ value, tone = TONES[value] }: Readonly<{ value: string; tone?: Tone | undefined }>) => (
  <span class={`badge ${tone ?? 'neutral'}`}>{valueLabel(value)}</span>
);

/** Several of them, such as the reasons of something. */
export const Badges = ({ values }: Readonly<{ values: readonly string[] }>) => (
  <span class="badges">
    {values.map((value) => (
      <Badge key={value} value={value} />
    ))}
  </span>
);

/** A time in the zone of the viewer; UTC is its title. Of a relative one, such as `2 hr. ago`, the time is in the title. */
export const Time = ({ at, isRelative = false }: Readonly<{ at: string | null | undefined; isRelative?: boolean }>) =>
  at ? (
    <time dateTime={at} title={isRelative ? `${dateTime(at)} (${utc(at)})` : utc(at)}>
      {isRelative ? ago(at, Date.now()) : dateTime(at)}
    </time>
  ) : (
    <span class="muted">–</span>
  );

/** The day of a time, where the hour says nothing. */
export const Day = ({ at }: Readonly<{ at: string | null | undefined }>) =>
  at ? (
    <time dateTime={at} title={dateTime(at)}>
      {date(at)}
    </time>
  ) : (
    <span class="muted">–</span>
  );

export const Amount = ({ value, currency }: Readonly<{ value: number; currency: string }>) => (
  <span class="amount">{money(value, currency)}</span>
);

/** An id or another code that people copy. */
export const Code = ({ children }: Readonly<{ children: ComponentChildren }>) => <code class="code">{children}</code>;

/** A heading with its content. */
export const Section = ({
  title,
  actions,
  children,
}: Readonly<{ title: string; actions?: ComponentChildren; children: ComponentChildren }>) => (
  <section class="card">
    <header class="card-header">
      <h2>{title}</h2>
      {actions && <div class="buttons">{actions}</div>}
    </header>
    {children}
  </section>
);

/** A field with its value, for details. */
export type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ facts }: Readonly<{ facts: readonly (Fact | undefined | false)[] }>) => (
  <dl class="facts">
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]}>
            <dt>{fieldLabel(fact[0])}</dt>
            <dd>{isEmpty(fact[1]) ? <span class="muted">–</span> : fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

const isEmpty = (value: ComponentChildren): boolean => value === null || value === undefined || value === '';

type LoadingProps = Readonly<{
  /** How many lines of what is not there yet are drawn; none where the former content stays. */ rows?: number;
}>;

/** That something is being loaded. */
export const Loading = ({ rows = 0 }: LoadingProps) => (
  <div class={rows === 0 ? 'loading' : 'loading skeleton'} role="progressbar" aria-label={t().common.loading}>
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} />
    ))}
  </div>
);
