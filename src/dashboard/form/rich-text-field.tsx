import type { FunctionComponent } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { fieldLabel } from '../text/text.ts';
import type { FieldInputProps } from './field.ts';
import { Remarks, remarkIds } from './remarks.tsx';
import type { RichTextProps } from './rich-text.tsx';

/** A text with markup; its editor is loaded when one is shown. */
export const RichTextField = ({ field, value, error, onChange }: FieldInputProps) => {
  const id = useId();
  const [Editor, setEditor] = useState<FunctionComponent<RichTextProps> | undefined>();
  useEffect(() => void import('./rich-text.tsx').then(({ RichText }) => setEditor(() => RichText)), []);
  return (
    <div class="field">
      <span class="label" id={`${id}-label`}>
        {field.label ?? fieldLabel(field.name)}
      </span>
      {Editor === undefined ? (
        <div class="rich-text" aria-busy />
      ) : (
        <Editor
          name={field.name}
          value={String(value)}
          labelledBy={`${id}-label`}
          describedBy={remarkIds(id)}
          isInvalid={error !== undefined}
          onChange={onChange}
        />
      )}
      <Remarks id={id} hint={field.hint} error={error} />
    </div>
  );
};
