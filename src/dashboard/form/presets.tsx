import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';
import { type Field, type FieldValues, type JsonObject, toValues } from './field.ts';
import type { Form } from './use-form.ts';

/** Values that fill in some fields of a form. */
export type Preset = Readonly<{ label: string; values: JsonObject }>;

/** The fields of a form after a preset. A text that was typed stays, one of another preset does not. */
const filledIn = (form: Form, { values }: Preset, presets: readonly Preset[]): FieldValues => {
  const isTyped = ({ name, kind }: Field): boolean => {
    const value = form.values[name];
    const isOfPreset = presets.some((preset) => preset.values[name] === value);
    return kind === 'text' && value !== '' && !isOfPreset;
  };
  const fields = form.fields.filter((field) => field.name in values && !isTyped(field));
  return { ...form.values, ...toValues(fields, values) };
};

/** Buttons that fill in a form. */
export const Presets = ({ form, presets }: Readonly<{ form: Form; presets: readonly Preset[] }>) => (
  <fieldset class="group">
    <legend>{t().presets.title}</legend>
    <p class="muted">{t().presets.hint}</p>
    <div class="buttons">
      {presets.map((preset) => (
        <Button label={preset.label} key={preset.label} onClick={() => form.replace(filledIn(form, preset, presets))} />
      ))}
    </div>
  </fieldset>
);
