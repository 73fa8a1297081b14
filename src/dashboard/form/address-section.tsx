import { Section } from '../parts/parts.tsx';
import { fieldLabel } from '../text/text.ts';
import { addressFields } from './address-fields.ts';
import { FieldInputs } from './form-view.tsx';
import type { Form } from './use-form.ts';

/** The inputs of an address that a body has under a name. */
export const AddressSection = ({ name, form, hint }: Readonly<{ name: string; form: Form; hint?: string }>) => (
  <Section title={fieldLabel(name)}>
    {hint && <p class="muted">{hint}</p>}
    {form.errors.has(name) && <p class="field-error">{form.errors.get(name)}</p>}
    <div class="pairs">
      <FieldInputs form={form} fields={addressFields(name)} />
    </div>
  </Section>
);
