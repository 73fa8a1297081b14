import { useId, useState } from 'preact/hooks';
import { fill, t } from '../text/text.ts';
import { Chip } from './chip.tsx';

type Props = Readonly<{
  /** Of the input. */
  id?: string;
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Those that stay. */
  fixed?: ReadonlySet<string>;
  maxLength: number;
  isInvalid?: boolean;
  describedBy?: string;
}>;

/** Values as chips: Enter, a comma or leaving the input adds what is typed, and Backspace removes the last one. */
export const ChipsInput = (props: Props) => {
  const { id: givenId, label, values, onChange, fixed, maxLength, isInvalid = false, describedBy } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const [text, setText] = useState('');
  const add = (typed: string): void => {
    setText('');
    const added = typed
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (added.length > 0) onChange([...new Set([...values, ...added])]);
  };
  const remove = (value: string): void => {
    onChange(values.filter((each) => each !== value));
    // the button is gone, and the focus with it
    document.getElementById(id)?.focus();
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {values.length > 0 && (
        <ul class="chips" aria-label={fill(t().form.chosen, { label })}>
          {values.map((value) =>
            fixed?.has(value) ? (
              <li key={value} class="chip">
                {value}
              </li>
            ) : (
              <Chip key={value} removeLabel={t().common.remove} onRemove={() => remove(value)}>
                {value}
              </Chip>
            ),
          )}
        </ul>
      )}
      <input
        id={id}
        type="text"
        autoComplete="off"
        maxLength={maxLength}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        placeholder={t().form.chipsHint}
        value={text}
        onInput={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setText(value))}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          const last = values.at(-1);
          if (event.key === 'Enter') {
            event.preventDefault();
            add(text);
          } else if (event.key === 'Backspace' && text === '' && last !== undefined && fixed?.has(last) !== true)
            remove(last);
        }}
      />
    </div>
  );
};
