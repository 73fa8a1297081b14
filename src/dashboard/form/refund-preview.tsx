import type { Schemas } from '../api/request.ts';
import { Amount } from '../parts/parts.tsx';
import { problemText } from '../parts/problem-notice.tsx';
import { money } from '../text/format.ts';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { JsonObject } from './field.ts';
import { seenTotal } from './seen-total.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';

/** What would be refunded, and for what: without parts for an amount that the user has entered. */
export type ShownRefund = Readonly<{ total: number; currency: string; parts?: Schemas['RefundParts'] | undefined }>;

/** How an action shows beforehand what it refunds. */
export type RefundPreview = Readonly<{
  /** Whether the fields say what is refunded; always if omitted. */
  isChosen?: (body: JsonObject) => boolean;
  dryRun: (body: JsonObject, signal: AbortSignal) => Promise<ShownRefund>;
  /** What the button says once the amount is known, as `{amount}`; without a refund it says what the action does. */
  submitLabel: string;
}>;

type Preview = Readonly<{
  dryRun: DryRun<ShownRefund>;
  submitLabel: string | undefined;
  /** What the body must have so that no other amount is refunded; undefined if the user has not seen the amount yet. */
  expected: () => Promise<JsonObject | undefined>;
}>;

const EXPLAINED_PARTS = ['tax', 'discount'] as const;

/** Runs an action without effect whenever its fields change. */
export const useRefundPreview = (preview: RefundPreview | undefined, bodyOf: () => JsonObject): Preview => {
  const body = preview === undefined ? {} : bodyOf();
  const isShown = preview !== undefined && (preview.isChosen?.(body) ?? true);
  const dryRun = useDryRun(isShown ? JSON.stringify(body) : '', async (signal) => {
    if (preview === undefined) throw new Error('Without a preview there is no dry run.');
    return preview.dryRun(body, signal);
  });
  const { result, error } = dryRun;
  return {
    dryRun,
    submitLabel:
      preview && result && !error && result.total > 0
        ? fill(preview.submitLabel, { amount: money(result.total, result.currency) })
        : undefined,
    expected: async () => {
      if (!isShown) return {};
      const total = await seenTotal(dryRun, { newTotal: t().refunds.changed, unseen: 0 });
      return total === undefined ? undefined : { expected_refund: total };
    },
  };
};

/** What would be refunded, part by part. */
export const RefundView = ({ dryRun, hasFailed }: Readonly<{ dryRun: DryRun<ShownRefund>; hasFailed: boolean }>) => {
  const { result, error } = dryRun;
  return (
    <div aria-live="polite">
      {!hasFailed && error && error.fields.size === 0 && <p class="field-error">{problemText(error)}</p>}
      {!error && result && <Parts refund={result} />}
    </div>
  );
};

const Parts = ({ refund: { total, currency, parts } }: Readonly<{ refund: ShownRefund }>) => {
  if (total === 0 && (parts?.covered ?? 0) === 0) return <p class="muted">{t().refunds.nothing}</p>;
  return (
    <>
      <dl class="totals">
        {parts && <Part label={fieldLabel('items')} value={parts.items} currency={currency} />}
        {parts && <Part label={fieldLabel('shipping')} value={parts.shipping} currency={currency} />}
        {parts && <Part label={t().refunds.covered} value={-parts.covered} currency={currency} />}
        <Part label={fieldLabel('refund')} value={total} currency={currency} isTotal />
      </dl>
      {parts &&
        EXPLAINED_PARTS.filter((name) => parts[name] > 0).map((name) => (
          <p key={name} class="muted totals-remark">
            {fill(t().refunds[name], { amount: money(parts[name], currency) })}
          </p>
        ))}
    </>
  );
};

/** A part of the refund, if there is one. */
const Part = ({
  label,
  value,
  currency,
  isTotal = false,
}: Readonly<{ label: string; value: number; currency: string; isTotal?: boolean }>) =>
  (value !== 0 || isTotal) && (
    <div class={isTotal ? 'total' : ''}>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} currency={currency} />
      </dd>
    </div>
  );
