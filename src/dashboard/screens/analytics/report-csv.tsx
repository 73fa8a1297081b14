import { download } from '../../api/request.ts';
import { DownloadButton } from '../../parts/download-button.tsx';

/** Downloads a report as the CSV of the API. */
export const ReportCsv = ({ name, address }: Readonly<{ name: string; address: string }>) => (
  <DownloadButton name={`${name}.csv`} load={() => download(address, 'text/csv')} />
);
