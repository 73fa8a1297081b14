import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { afterPress } from '../parts/after-press.ts';
import { Combobox, type Found } from '../parts/combobox.tsx';
import { fieldLabel, t } from '../text/text.ts';
import { ChosenChips } from './chosen-chips.tsx';
import type { Field, FieldInputProps } from './field.ts';
import { Remarks, remarkIds } from './remarks.tsx';

/** One of many values, which is found by its label. Leaving the input with all of a value or a label chooses it, too. */
export const PickInput = ({ field, value, error, onChange }: FieldInputProps<string>) => {
  /** Undefined while nothing is typed. */
  const [typed, setTyped] = useState<string | undefined>();
  const choose = (picked: string): void => {
    setTyped(undefined);
    if (picked !== value) onChange(picked);
  };
  return (
    <PickField
      field={field}
      error={error}
      text={typed ?? (value === '' ? '' : labelOf(field, value))}
      onText={setTyped}
      options={optionsOf(field, typed ?? '')}
      onPick={choose}
      onLeave={() => choose(typed === '' ? '' : (exactValue(field, typed ?? '') ?? value))}
    />
  );
};

/** Any of many values, which are found by their labels: those of a bundle at once. */
export const PicksInput = ({ field, value, error, onChange }: FieldInputProps<readonly string[]>) => {
  const id = useId();
  const [text, setText] = useState('');
  const add = (values: readonly string[]): void => {
    setText('');
    if (values.length > 0) onChange([...new Set([...value, ...values])]);
  };
  const bundles = (field.bundles ?? [])
    .filter(({ label, values }) => matches(label, text) && values.some((each) => !value.includes(each)))
    .map(({ label, values }) => ({ id: label, label, detail: String(values.length), value: values }));
  const others = optionsOf(field, text)
    .filter((option) => !value.includes(option.value))
    .map((option) => ({ ...option, value: [option.value] }));
  return (
    <PickField
      id={id}
      field={field}
      error={error}
      text={text}
      onText={setText}
      options={[...bundles, ...others]}
      onPick={add}
      onLeave={() => afterPress(() => add([exactValue(field, text) ?? []].flat()))}
    >
      <ChosenChips
        label={field.label ?? fieldLabel(field.name)}
        inputId={id}
        values={value}
        render={(each) => labelOf(field, each)}
        onChange={onChange}
      />
    </PickField>
  );
};

type PickFieldProps<T> = Omit<Parameters<typeof Combobox<T>>[0], 'id' | 'describedBy' | 'isInvalid' | 'placeholder'> &
  Readonly<{ id?: string; field: Field; error: string | undefined; children?: ComponentChildren }>;

const PickField = <T,>({ id: givenId, field, error, children, ...combobox }: PickFieldProps<T>) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div class="field">
      <div class="field picker">
        <label for={id}>
          {field.label ?? fieldLabel(field.name)}
          {field.isRequired && <span class="required"> {t().common.required}</span>}
        </label>
        <Combobox
          {...combobox}
          id={id}
          isInvalid={error !== undefined}
          describedBy={remarkIds(id)}
          placeholder={field.placeholder}
        />
      </div>
      {children}
      <Remarks id={id} hint={field.hint} error={error} />
    </div>
  );
};

const labelOf = ({ labels }: Field, value: string): string => labels?.[value] ?? value;

const MAX_SHOWN = 50;

/** The values that match a text; those whose label begins with it come first. */
const optionsOf = (field: Field, text: string): readonly Found<string>[] => {
  const found = (field.values ?? []).filter((value) => matches(`${value} ${labelOf(field, value)}`, text));
  const begins = (value: string): boolean => plain(labelOf(field, value)).startsWith(plain(text));
  return [...found.filter(begins), ...found.filter((value) => !begins(value))]
    .slice(0, MAX_SHOWN)
    .map((value) => ({ id: value, label: labelOf(field, value), value }));
};

const exactValue = (field: Field, text: string): string | undefined =>
  field.values?.find((value) => [value, labelOf(field, value)].some((each) => plain(each) === plain(text)));

const matches = (label: string, text: string): boolean => plain(label).includes(plain(text));

/** Without case and accents, which are often not typed. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').trim().toLowerCase();
