import { useId } from 'preact/hooks';
import { readerOf } from '../app/readers.ts';
import { Chip } from '../parts/chip.tsx';
import { finderOf } from '../parts/finder.ts';
import { Name } from '../parts/name.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Field, FieldValue } from './field.ts';
import { refusalOf } from './refusal.ts';
import { Remarks, remarkIds } from './remarks.tsx';

type Props = Readonly<{
  field: Field;
  value: FieldValue;
  error?: string | undefined;
  onChange: (ids: readonly string[]) => void;
}>;

/** A search for resources, and those that were chosen. A user who may not read them can only remove some. */
export const IdsInput = ({ field, value, error, onChange }: Props) => {
  const id = useId();
  const { name, prefix = '', label = fieldLabel(name), hint } = field;
  const chosen = value as readonly string[];
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
          onPick={(picked) => onChange([...new Set([...chosen, picked])])}
          isInvalid={error !== undefined}
          describedBy={remarkIds(id)}
        />
      )}
      {chosen.length > 0 && (
        <ul class="chips" aria-label={fill(t().form.chosen, { label })}>
          {chosen.map((each) => (
            <Chip
              key={each}
              removeLabel={t().common.remove}
              onRemove={() => {
                onChange(chosen.filter((one) => one !== each));
                // the button is gone, and the focus with it
                document.getElementById(id)?.focus();
              }}
            >
              <Name id={each} />
            </Chip>
          ))}
        </ul>
      )}
      <Remarks id={id} hint={hint} error={error} />
    </div>
  );
};
