import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Badge, Section, Time } from '../../parts/parts.tsx';
import { dateTime, money } from '../../text/format.ts';
import { fill, t, valueLabel } from '../../text/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';

type Subscription = Schemas['Subscription'];
type Step = Schemas['UpcomingStep'];

/** What happens next to a subscription, and what it will cost. */
export const Upcoming = ({ subscription: { id, version, currency } }: Readonly<{ subscription: Subscription }>) => {
  const state = useResource('/api/subscriptions/{id}/upcoming', { params: { id } }, version);
  return (
    <Section title={t().subscriptions.upcoming}>
      <LoadedContent state={state}>
        {({ steps }) => (
          <>
            {steps.length === 0 && <p class="muted">{t().subscriptions.nothingNext}</p>}
            <Steps steps={steps} currency={currency} />
          </>
        )}
      </LoadedContent>
    </Section>
  );
};

/** Steps to come with their invoices. `currency`: that of the amounts due; without it they are not shown. */
export const Steps = ({ steps, currency }: Readonly<{ steps: readonly Step[]; currency?: string }>) => (
  <ol class="timeline">
    {steps.map(({ type, at, amount_due: due, invoice }) => (
      <li key={`${type} ${at}`}>
        <div>
          <Time at={at} /> <Badge value={type} /> {due !== null && currency !== undefined && money(due, currency)}
        </div>
        {invoice && (
          <InvoiceLines
            document={invoice}
            label={fill(t().subscriptions.invoiceOf, { type: valueLabel(type), at: dateTime(at) })}
          />
        )}
      </li>
    ))}
  </ol>
);
