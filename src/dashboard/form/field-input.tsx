import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button, Options } from '../parts/button.tsx';
import { CategoryPicker } from '../parts/category-picker.tsx';
import { ChipsInput } from '../parts/chips-input.tsx';
import { fieldLabel, t, valueLabel } from '../text/text.ts';
import type { Field, FieldValue } from './field.ts';
import { IdsInput } from './ids-input.tsx';
import { ImageInput } from './image-input.tsx';
import { pairColumns } from './pairs.ts';
import { PasskeyInput } from './passkey-input.tsx';
import { PickInput, PicksInput } from './pick-input.tsx';
import { Remarks, remarkIds } from './remarks.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { RowsInput } from './rows-input.tsx';
import { TreeInput } from './tree-input.tsx';

type Props = Readonly<{
  field: Field;
  value: FieldValue;
  /** Messages by path: `name`, or `tiers.0.price`. */
  errors: ReadonlyMap<string, string>;
  onChange: (value: FieldValue) => void;
}>;

type InputProps = Omit<Props, 'errors'> &
  Readonly<{ error: string | undefined }> &
  Readonly<{ id: string; describedBy: string }>;

/** An input with its label, its hint and its error. */
export const FieldInput = ({ errors, ...props }: Props) => {
  const { field, value, onChange } = props;
  const several = Array.isArray(value) ? value : [];
  const columns = field.kind === 'map' ? pairColumns() : field.columns;
  if (columns !== undefined) {
    return <RowsInput field={field} columns={columns} rows={several} errors={errors} onChange={onChange} />;
  }
  const error = errors.get(field.name);
  const kinds: Readonly<Partial<Record<Field['kind'], () => VNode>>> = {
    passkey: () => <PasskeyInput {...props} error={error} />,
    image: () => <ImageInput {...props} value={String(value)} error={error} />,
    id: () => <IdsInput {...props} error={error} />,
    ids: () => <IdsInput {...props} error={error} />,
    pick: () => <PickInput {...props} value={String(value)} error={error} />,
    picks: () => <PicksInput {...props} value={several} error={error} />,
    tree: () => <TreeInput {...props} value={several} error={error} />,
  };
  return kinds[field.kind]?.() ?? <PlainField {...props} error={error} />;
};

/** An input of the browser, and what is made of one. */
const PlainField = (props: Omit<InputProps, 'id' | 'describedBy'>) => {
  const id = useId();
  const { field, error } = props;
  const describedBy = remarkIds(id);
  if (field.kind === 'radio') return <RadioInput {...props} id={id} describedBy={describedBy} />;
  if (field.kind === 'choices') return <ChoicesInput {...props} id={id} describedBy={describedBy} />;
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
  if (kind === 'long_text') {
    return (
      <textarea
        {...shared}
        placeholder={field.placeholder}
        rows={5}
        value={String(value)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'money';
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
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
      isInvalid={error !== undefined}
      describedBy={describedBy}
    />
    <Remarks id={id} hint={field.hint} error={error} />
  </div>
);

const RadioInput = ({ field, value, error, onChange, id, describedBy }: InputProps) => (
  <fieldset class="field choices" aria-describedby={describedBy}>
    <legend>{field.label ?? fieldLabel(field.name)}</legend>
    {field.values?.map((each) => (
      <label key={each}>
        <input
          type="radio"
          name={id}
          aria-invalid={error !== undefined}
          checked={value === each}
          onChange={() => onChange(each)}
        />
        <span>
          {field.labels?.[each] ?? valueLabel(each)}
          {field.explanations?.[each] && <span class="hint choice-hint">{field.explanations[each]}</span>}
        </span>
      </label>
    ))}
    <Remarks id={id} hint={field.hint} error={error} />
  </fieldset>
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
