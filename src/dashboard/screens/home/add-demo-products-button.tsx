import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { notify } from '../../app/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fill, t } from '../../text/text.ts';
import type { Progress } from './add-demo-products.ts';

/** Fills an empty shop. After an error it goes on with the product that could not be added. */
export const AddDemoProductsButton = ({ onAdded }: Readonly<{ onAdded: () => void }>) => {
  const [progress, setProgress] = useState<Progress | undefined>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<ApiError | undefined>();
  const key = useRef(crypto.randomUUID());
  const add = async (): Promise<void> => {
    setAdding(true);
    setError(undefined);
    try {
      const { addDemoProducts } = await import('./add-demo-products.ts');
      const total = await addDemoProducts({
        first: progress?.done ?? 0,
        key: key.current,
        report: setProgress,
      });
      notify(fill(t().checklist.demoAdded, { number: total }));
      onAdded();
    } catch (reason) {
      const failure = ApiError.of(reason);
      setError(failure);
      // what may have arrived is not repeated; what was refused is asked anew
      if (!failure.isUnreachable) key.current = crypto.randomUUID();
    } finally {
      setAdding(false);
    }
  };
  return (
    <>
      <Button label={t().checklist.addDemo} disabled={isAdding} onClick={() => void add()} />
      {isAdding && progress && (
        <progress aria-label={t().checklist.addingDemo} max={progress.total} value={progress.done} />
      )}
      {error && <ProblemNotice error={error} />}
    </>
  );
};
