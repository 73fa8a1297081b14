import { useLocation } from 'preact-iso';
import { download, type Loaded, send, urlOf } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { DownloadButton } from '../../parts/download-button.tsx';
import { Loading } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { ReportControls, readQuery, toRequest } from './report-controls.tsx';
import { type Report, ReportView } from './report-view.tsx';

/** The reports, and the figure that each draws at first. */
const REPORTS = { sales: 'net', users: 'active', business: 'mrr' } as const;

type ReportName = keyof typeof REPORTS;

const isReport = (name: string | undefined): name is ReportName => name !== undefined && name in REPORTS;

/** The reports as charts and tables; the address has everything that was chosen. */
export const Analytics = () => {
  const { query, route, path } = useLocation();
  const name = isReport(query['report']) ? query['report'] : 'sales';
  const question = readQuery(query);
  const chosen = { ...question, report: name, figure: query['figure'] };
  const change = (next: Readonly<Record<string, string>>): void => route(urlOf(path, {}, { ...chosen, ...next }));
  const address = urlOf(`/api/analytics/${name}`, {}, toRequest(question));
  const load = async (signal: AbortSignal): Promise<Report> => {
    const { data }: Loaded<Report> = await send({ method: 'get', path: address, signal });
    return data;
  };
  const { data, error, isLoading, reload } = useLoaded(address, load, { keepsFormer: true });
  return (
    <article class="screen">
      <header class="screen-header">
        <h1>{t().navigation.analytics}</h1>
        <DownloadButton name={`${name}.csv`} load={() => download(address, 'text/csv')} />
      </header>
      <nav class="tabs" aria-label={t().analytics.reports}>
        {Object.keys(REPORTS)
          .filter(isReport)
          .map((each) => (
            <a
              key={each}
              href={urlOf(path, {}, { ...question, report: each })}
              aria-current={each === name ? 'page' : undefined}
            >
              {t().analytics[each]}
            </a>
          ))}
      </nav>
      <ReportControls query={question} onChange={change} />
      {error && <ProblemNotice error={error} retry={reload} />}
      {isLoading && <Loading />}
      {data && !error && data.object === `${name}_report` && (
        <ReportView report={data} figure={query['figure'] ?? REPORTS[name]} onFigure={(figure) => change({ figure })} />
      )}
    </article>
  );
};
