import { useId } from 'preact/hooks';
import { readerOf } from '../app/readers.ts';
import { finderOf } from '../parts/finder.ts';
import { Name } from '../parts/name.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import { fieldLabel } from '../text/text.ts';
import { ChosenChips } from './chosen-chips.tsx';
import type { FieldInputProps } from './field.ts';
import { refusalOf } from './refusal.ts';
import { Remarks, remarkIds } from './remarks.tsx';

/** A search for one or several resources, and those that were chosen. Who may not read them can only remove some. */
export const IdsInput = ({ field, value, error, onChange }: FieldInputProps) => {
  const id = useId();
  const { name, kind, prefix = '', label = fieldLabel(name), hint } = field;
  const chosen = [value].flat().filter((each) => each !== '') as string[];
  const change = (ids: readonly string[]): void => onChange(kind === 'id' ? (ids.at(-1) ?? '') : ids);
  const find = finderOf(prefix);
  return (
    <div class="field ids">
      {find === undefined ? (
        <>
          <span>{label}</span>
          <p class="hint">{refusalOf(readerOf(prefix)?.scope)}</p>
        </>
      ) : (
        <SearchPicker
          id={id}
          label={label}
          search={find}
          onPick={(picked) => change([...new Set([...chosen, picked])])}
          isInvalid={error !== undefined}
          describedBy={remarkIds(id)}
        />
      )}
      <ChosenChips label={label} inputId={id} values={chosen} render={(each) => <Name id={each} />} onChange={change} />
      <Remarks id={id} hint={hint} error={error} />
    </div>
  );
};
