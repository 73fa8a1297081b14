import { request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Badge, Loading, Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { dateTime, money } from '../../text/format.ts';
import { fill, t, valueLabel } from '../../text/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';

type Subscription = Schemas['Subscription'];
type Step = Schemas['UpcomingStep'];

/** What happens next to a subscription, and what it will cost. */
export const Upcoming = ({ subscription: { id, version, currency } }: Readonly<{ subscription: Subscription }>) => {
  const { data, error, isLoading, reload } = useLoaded(`${id} ${version}`, async (signal) => {
    return (await request('get', '/api/subscriptions/{id}/upcoming', { params: { id }, signal })).data;
  });
  return (
    <Section title={t().subscriptions.upcoming}>
      {error && <ProblemNotice error={error} retry={reload} />}
      {isLoading && <Loading />}
      {data && data.steps.length === 0 && <p class="muted">{t().subscriptions.nothingNext}</p>}
      {data && <Steps steps={data.steps} currency={currency} />}
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
