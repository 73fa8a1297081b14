import { useLocation } from 'preact-iso';
import { download, type Loaded, send, urlOf } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { DownloadButton } from '../../parts/download-button.tsx';
import { Loading } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { Overview } from './overview.tsx';
import { readQuestion, toAddress, toRequest } from './period.ts';
import { ReportControls } from './report-controls.tsx';
import { type Report, ReportView } from './report-view.tsx';

/** The reports, and the figure that each draws at first. */
const REPORTS = { sales: 'net', users: 'active', business: 'mrr' } as const;

type ReportName = keyof typeof REPORTS;

const TABS = ['overview', 'sales', 'users', 'business'] as const;

/** The figures of the shop over a period; the address has everything that was chosen. */
export const Analytics = () => {
  const { query, route, path } = useLocation();
  const tab = TABS.find((each) => each === query['report']) ?? 'overview';
  const report = tab === 'overview' ? 'sales' : tab;
  const question = readQuestion(query, new Date());
  const { figure } = query;
  const chosen = { ...toAddress(question), ...(tab === 'overview' ? {} : { report: tab }), figure };
  const change = (next: Readonly<Record<string, string>>): void => route(urlOf(path, {}, { ...chosen, ...next }));
  const address = urlOf(`/api/analytics/${report}`, {}, toRequest(question));
  return (
    <article class="screen">
      <header class="screen-header">
        <h1>{t().navigation.analytics}</h1>
        <DownloadButton name={`${report}.csv`} load={() => download(address, 'text/csv')} />
      </header>
      <nav class="tabs" aria-label={t().analytics.reports}>
        {TABS.map((each) => (
          <a
            key={each}
            href={urlOf(path, {}, { ...toAddress(question), report: each === 'overview' ? '' : each })}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t().analytics[each]}
          </a>
        ))}
      </nav>
      <ReportControls question={question} onChange={change} />
      {tab === 'overview' ? (
        <Overview question={question} />
      ) : (
        <FullReport
          name={tab}
          address={address}
          figure={figure ?? REPORTS[tab]}
          onFigure={(name) => change({ figure: name })}
        />
      )}
    </article>
  );
};

type FullReportProps = Readonly<{
  name: ReportName;
  address: string;
  figure: string;
  onFigure: (figure: string) => void;
}>;

/** All figures of a report. */
const FullReport = ({ name, address, figure, onFigure }: FullReportProps) => {
  const load = async (signal: AbortSignal): Promise<Report> => {
    const { data }: Loaded<Report> = await send({ method: 'get', path: address, signal });
    return data;
  };
  const { data, error, isLoading, reload } = useLoaded(address, load, { keepsFormer: true });
  return (
    <>
      {error && <ProblemNotice error={error} retry={reload} />}
      {isLoading && <Loading />}
      {data && !error && data.object === `${name}_report` && (
        <ReportView report={data} figure={figure} onFigure={onFigure} />
      )}
    </>
  );
};
