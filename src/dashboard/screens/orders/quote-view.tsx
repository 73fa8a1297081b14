import type { ApiError } from '../../api/api-error.ts';
import type { DryRun } from '../../form/use-dry-run.ts';
import { Amount, Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { fieldLabel, t } from '../../text/text.ts';
import { Totals } from './order-totals.tsx';
import type { Quote } from './quote.ts';

type Props = Readonly<{
  quote: DryRun<Quote>;
  /** Why the order was not created. */
  failure: ApiError | undefined;
  shippingMethodId: string | undefined;
  onShippingMethod: (id: string | undefined) => void;
}>;

/** What the order would cost, the shipping methods, and what the service does not accept. */
export const QuoteView = ({ quote, failure, shippingMethodId, onShippingMethod }: Props) => {
  const { result, error, isCurrent } = quote;
  // the newest refusal is enough
  const shown = failure ?? error;
  return (
    <Section title={t().newOrder.quote}>
      {!isCurrent && <Loading />}
      {shown && <ProblemNotice error={shown} />}
      {!result && !shown && <p class="muted">{t().newOrder.noItems}</p>}
      {result && result.shipping_options.length > 0 && (
        <fieldset class="field choices">
          <legend>{fieldLabel('shipping_method_id')}</legend>
          {[undefined, ...result.shipping_options].map((option) => (
            <label key={option?.shipping_method_id ?? ''}>
              <input
                type="radio"
                name="shipping_method_id"
                checked={shippingMethodId === option?.shipping_method_id}
                onChange={() => onShippingMethod(option?.shipping_method_id)}
              />
              <span>
                {option === undefined ? t().newOrder.noShipping : option.name}{' '}
                {option && <Amount value={option.amount} currency={result.currency} />}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {result?.refused_discount_codes.map(({ code, message }) => (
        <p key={code} class="field-error">
          {code}: {apiMessage(message)}
        </p>
      ))}
      {result && <Totals charges={result} />}
    </Section>
  );
};
