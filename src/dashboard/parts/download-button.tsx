import { useState } from 'preact/hooks';
import { notifyProblem } from '../app/notices.tsx';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** A button that loads a CSV file and saves it; a second click while it loads does nothing. */
export const DownloadButton = ({ name, load }: Readonly<{ name: string; load: () => Promise<Blob> }>) => {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(name, await load());
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      label={isBusy ? t().list.csvBusy : 'CSV'}
      icon="download"
      aria-disabled={isBusy}
      onClick={() => void save()}
    />
  );
};
