import { useId, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { type Loaded, type Schemas, send } from '../api/request.ts';
import { holds } from '../app/session.ts';
import { Button } from '../parts/button.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { IMAGE_TYPES, Picture } from '../parts/picture.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { FieldInputProps } from './field.ts';
import { refusalOf } from './refusal.ts';
import { Remarks, remarkIds } from './remarks.tsx';

/** What uploading an image needs. */
const SCOPE = 'products:write';

/** An image that is uploaded once it is chosen or dropped; the form takes its address. */
export const ImageInput = ({ field, value, error, onChange }: FieldInputProps<string>) => {
  const { name, label = fieldLabel(name), hint } = field;
  const id = useId();
  const [failure, setFailure] = useState<ApiError | undefined>();
  const [isBusy, setBusy] = useState(false);
  const upload = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined || !holds(SCOPE)) return;
    setFailure(undefined);
    setBusy(true);
    try {
      const { data }: Loaded<Schemas['Image']> = await send({ method: 'post', path: '/api/images', body: file });
      onChange(data.url);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropZone isBusy={isBusy} onFiles={(files) => void upload(files)}>
      <div class="field image-input">
        <label for={id}>{label}</label>
        {value !== '' && <Picture key={value} url={value} alt={label} />}
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES}
          disabled={!holds(SCOPE)}
          aria-invalid={error !== undefined}
          aria-describedby={remarkIds(id)}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void upload(files);
          }}
        />
        {value !== '' && (
          <div class="buttons">
            <Button
              label={t().common.remove}
              aria-label={fill(t().form.removeRow, { name: label })}
              onClick={() => {
                onChange('');
                // the button is gone, and the focus with it
                document.getElementById(id)?.focus();
              }}
            />
          </div>
        )}
        <Remarks id={id} hint={holds(SCOPE) ? (isBusy ? t().common.loading : hint) : refusalOf(SCOPE)} error={error} />
        {failure && <ProblemNotice error={failure} />}
      </div>
    </DropZone>
  );
};
