import { useRef } from 'preact/hooks';
import { Section } from '../parts/parts.tsx';
import { fieldLabel, t } from '../text/text.ts';
import { addressFields } from './address-fields.ts';
import { FieldInputs } from './form-view.tsx';
import type { Form } from './use-form.ts';

type Props = Readonly<{
  name: string;
  form: Form;
  /** What an empty address means; its inputs are folded until they are needed. */
  hint?: string;
}>;

/** The inputs of an address that a body has under a name. */
export const AddressSection = ({ name, form, hint }: Props) => {
  const fields = addressFields(name);
  const isNeeded = fields.some((field) => form.errors.has(field.name) || form.values[field.name]);
  // stays open when its last input is emptied
  const wasNeeded = useRef(false);
  wasNeeded.current ||= isNeeded || form.errors.has(name);
  const inputs = (
    <div class="pairs">
      <FieldInputs form={form} fields={fields} />
    </div>
  );
  return (
    <Section title={fieldLabel(name)}>
      {hint && <p class="muted">{hint}</p>}
      {form.errors.has(name) && <p class="field-error">{form.errors.get(name)}</p>}
      {hint === undefined ? (
        inputs
      ) : (
        <details class="folded" open={wasNeeded.current}>
          <summary>{t().form.otherAddress}</summary>
          {inputs}
        </details>
      )}
    </Section>
  );
};
