import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button, Options } from '../parts/button.tsx';
import { CategoryPicker } from '../parts/category-picker.tsx';
import { ChipsInput } from '../parts/chips-input.tsx';
import { fieldLabel, t, valueLabel } from '../text/text.ts';
import type { Field, FieldValue } from './field.ts';
import { IdsInput } from './ids-input.tsx';
import { PairsInput } from './pairs-input.tsx';
import { PasskeyInput } from './passkey-input.tsx';
import { Remarks, remarkIds } from './remarks.tsx';
import { RichTextField } from './rich-text-field.tsx';

type Props = Readonly<{
  field: Field;
  value: FieldValue;
  error?: string | undefined;
  onChange: (value: FieldValue) => void;
}>;

type InputProps = Props & Readonly<{ id: string; describedBy: string }>;

/** An input with its label, its hint and its error. */
export const FieldInput = (props: Props) => {
  const id = useId();
  const { field, error } = props;
  const describedBy = remarkIds(id);
  if (field.kind === 'passkey') return <PasskeyInput {...props} />;
  if (field.kind === 'choices') return <ChoicesInput {...props} id={id} describedBy={describedBy} />;
  if (field.kind === 'ids') return <IdsInput {...props} />;
  if (field.kind === 'map') return <PairsInput {...props} value={Array.isArray(props.value) ? props.value : []} />;
  if (field.kind === 'rich_text') return <RichTextField {...props} />;
  if (field.kind === 'chips') return <ChipsField {...props} id={id} describedBy={describedBy} />;
  if (field.kind === 'category') return <CategoryInput {...props} id={id} describedBy={describedBy} />;
  const label = field.label ?? fieldLabel(field.name);
  return (
    <div class={field.kind === 'flag' ? 'field flag' : 'field'}>
      <label for={id}>
        {label}
        {field.isRequired && <span class="required"> {t().common.required}</span>}
      </label>
      <Input {...props} id={id} describedBy={describedBy} />
      <Remarks id={id} hint={field.hint} error={error} />
    </div>
  );
};

const INPUT_TYPES = { email: 'email', password: 'password', new_password: 'password', time: 'datetime-local' } as const;

const AUTOCOMPLETE: Readonly<Partial<Record<Field['kind'], 'current-password' | 'new-password'>>> = {
  password: 'current-password',
  new_password: 'new-password',
};

/** Preact's types take one literal type and no union. */
const inputTypeOf = (kind: Field['kind']): 'text' =>
  ((INPUT_TYPES as Readonly<Record<string, string>>)[kind] ?? 'text') as 'text';

const Input = ({ field, value, error, onChange, id, describedBy }: InputProps) => {
  const { kind, name, isRequired = false } = field;
  const shared = {
    id,
    name,
    required: isRequired,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy,
  };
  if (kind === 'flag') {
    return (
      <input
        {...shared}
        required={false}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <select {...shared} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        {(!isRequired || value === '') && <option value="">{field.placeholder ?? '–'}</option>}
        <Options values={field.values ?? []} labelOf={(each) => field.labels?.[each] ?? valueLabel(each)} />
      </select>
    );
  }
  if (['long_text', 'lines', 'groups'].includes(kind) || kind.endsWith('tiers')) {
    return (
      <textarea
        {...shared}
        placeholder={field.placeholder}
        rows={kind === 'long_text' ? 5 : 3}
        value={String(value)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = kind === 'integer' || kind === 'decimal';
  const input = (type: 'text') => (
    <input
      {...shared}
      placeholder={field.placeholder}
      type={type}
      inputMode={isNumber ? (kind === 'integer' ? 'numeric' : 'decimal') : undefined}
      autoComplete={field.autoComplete ?? AUTOCOMPLETE[kind] ?? 'off'}
      value={String(value)}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
  const type = inputTypeOf(kind);
  return kind.endsWith('password') ? <Revealable type={type} input={input} /> : input(type);
};

/** An input whose characters are hidden until its button shows them. */
const Revealable = ({ type, input }: Readonly<{ type: 'text'; input: (type: 'text') => VNode }>) => {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <span class="revealable">
      {input(isRevealed ? 'text' : type)}
      <Button
        label=""
        icon="eye"
        class="icon-button"
        aria-label={t().form.reveal}
        aria-pressed={isRevealed}
        onClick={() => setRevealed(!isRevealed)}
      />
    </span>
  );
};

const CategoryInput = ({ field, value, error, onChange, id, describedBy }: InputProps) => (
  <div class="field">
    <CategoryPicker
      id={id}
      label={field.label ?? fieldLabel(field.name)}
      value={String(value)}
      onChange={onChange}
      canCreate
      isInvalid={error !== undefined}
      describedBy={describedBy}
      placeholder={field.placeholder}
    />
    <Remarks id={id} hint={field.hint} error={error} />
  </div>
);

const ChipsField = ({ field, value, error, onChange, id, describedBy }: InputProps) => (
  <div class="field">
    <ChipsInput
      id={id}
      label={field.label ?? fieldLabel(field.name)}
      values={value as readonly string[]}
      onChange={onChange}
      maxLength={100}
      isInvalid={error !== undefined}
      describedBy={describedBy}
    />
    <Remarks id={id} hint={field.hint} error={error} />
  </div>
);

const ChoicesInput = ({ field, value, error, onChange, id, describedBy }: InputProps) => {
  const chosen = value as readonly string[];
  return (
    <fieldset class="field choices" aria-describedby={describedBy}>
      <legend>{field.label ?? fieldLabel(field.name)}</legend>
      {field.values?.map((each) => (
        <label key={each}>
          <input
            type="checkbox"
            aria-invalid={error !== undefined}
            checked={chosen.includes(each)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, each] : chosen.filter((one) => one !== each))
            }
          />
          <span>{field.labels?.[each] ?? valueLabel(each)}</span>
        </label>
      ))}
      <Remarks id={id} hint={field.hint} error={error} />
    </fieldset>
  );
};
