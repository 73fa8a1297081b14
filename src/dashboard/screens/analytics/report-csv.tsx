import { useState } from 'preact/hooks';
import { notify } from '../../app/notices.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { t } from '../../text/text.ts';

/** Downloads a report as the CSV of the API. */
export const ReportCsv = ({ name, address }: Readonly<{ name: string; address: string }>) => {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await fetch(address, { headers: { Accept: 'text/csv' } });
      if (response.ok) saveFile(`${name}.csv`, await response.blob());
      else notify(t().errors.unexpected);
    } catch {
      notify(t().errors.unreachable);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => void download()}>
      CSV
    </button>
  );
};
