import { useState } from 'preact/hooks';
import { signWithPasskey } from '../app/passkeys.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';
import type { Field } from './field.ts';

/** A button that asks the browser for a passkey. */
export const PasskeyInput = ({
  field: { passkeyOptions: options },
  error,
  onChange,
}: Readonly<{ field: Field; error?: string | undefined; onChange: (response: string) => void }>) => {
  const [hasFailed, setFailed] = useState(false);
  if (options === undefined) return null;
  const use = async (): Promise<void> => {
    setFailed(false);
    const response = await signWithPasskey(options);
    setFailed(response === undefined);
    if (response !== undefined) onChange(JSON.stringify(response));
  };
  const message = hasFailed ? t().passkeys.failed : error;
  return (
    <div class="field">
      <Button label={t().passkeys.use} onClick={() => void use()} />
      <p class="hint">{t().passkeys.hint}</p>
      {message && (
        <p class="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
};
