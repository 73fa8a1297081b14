import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Section } from '../../parts/parts.tsx';
import { Switch } from '../../parts/switch.tsx';
import { t } from '../../text/text.ts';
import { readQuestion, toRequest } from '../analytics/period.ts';
import { FigureChart } from '../analytics/report-view.tsx';

const PERIODS = ['week', 'month'] as const;

/** Sales of 7 or 30 days, beside the days before. */
export const SalesTrend = () => {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('week');
  const query = toRequest(readQuestion({ period }, new Date()));
  const state = useLoaded(
    JSON.stringify(query),
    async (signal) => (await request('get', '/api/analytics/sales', { query, signal })).data as Schemas['SalesReport'],
    { keepsFormer: true },
  );
  return (
    <Section
      title={t().home.sales}
      actions={
        <>
          <Switch
            label={t().analytics.period}
            values={PERIODS}
            labelOf={(each) => t().analytics.periods[each]}
            value={period}
            onChange={setPeriod}
          />
          <a href={`${BASE}/analytics?period=${period}`}>{t().home.more}</a>
        </>
      }
    >
      <LoadedContent state={state}>{(report) => <FigureChart report={report} figure="net" />}</LoadedContent>
    </Section>
  );
};
