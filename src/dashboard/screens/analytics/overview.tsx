import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { FigureCard, FigureCardsPlace } from '../../parts/figure-card.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { fieldLabel } from '../../text/text.ts';
import { TodayByHour } from '../home/today.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { formatFigure } from './format-figure.ts';
import { type Question, toRequest } from './period.ts';
import { FigureChart, SeriesTable } from './report-view.tsx';

type SalesReport = Schemas['SalesReport'];

/** The figures of the cards, and whether more of them is good. */
const CARDS = {
  net: true,
  orders: true,
  average_order_value: true,
  units: true,
  refunds: false,
  discounts: undefined,
} as const;

type Card = keyof typeof CARDS;

const CARD_NAMES = Object.keys(CARDS) as readonly Card[];

/** What the shop sold in a period, and to whom. */
export const Overview = ({ question }: Readonly<{ question: Question }>) => {
  const query = toRequest(question);
  const state = useLoaded(
    JSON.stringify(query),
    async (signal) => (await request('get', '/api/analytics/sales', { query, signal })).data as SalesReport,
    { keepsFormer: true },
  );
  return (
    <>
      <LoadedContent
        state={state}
        place={
          <>
            <FigureCardsPlace count={CARD_NAMES.length} />
            <Section title={fieldLabel('net')}>
              <Loading rows={7} />
            </Section>
          </>
        }
      >
        {(report) => <SalesFigures report={report} />}
      </LoadedContent>
      {question.period === 'today' && <TodayByHour />}
      <Breakdowns question={question} />
    </>
  );
};

type Point = SalesReport['series'][number];

/** A point has no quotients. */
const valueAt = (point: Point, name: Card): number => {
  if (name !== 'average_order_value') return point[name];
  return point.orders === 0 ? 0 : point.gross / point.orders;
};

const SalesFigures = ({ report }: Readonly<{ report: SalesReport }>) => {
  const [chosen, choose] = useState<Card>('net');
  const { totals, previous, series, currency } = report;
  return (
    <>
      <div class="figures">
        {CARD_NAMES.map((name) => (
          <FigureCard
            key={name}
            label={fieldLabel(name)}
            value={totals[name]}
            format={(value) => formatFigure(name, value, currency)}
            former={previous?.totals[name]}
            series={series.map((point) => valueAt(point, name))}
            isGood={CARDS[name]}
            onChoose={name === 'average_order_value' ? undefined : () => choose(name)}
            isChosen={chosen === name}
          />
        ))}
      </div>
      <Section title={fieldLabel(chosen)}>
        <FigureChart report={report} figure={chosen} />
        <SeriesTable report={report} />
      </Section>
    </>
  );
};
