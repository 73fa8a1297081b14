import { useId, useState } from 'preact/hooks';
import { fill, t } from '../text/text.ts';
import { afterPress } from './after-press.ts';
import { Chip } from './chip.tsx';

type Props = Readonly<{
  /** Of the input. */
  id?: string;
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Those that stay. */
  fixed?: ReadonlySet<string>;
  /** Of a value; 100 if omitted. */
  maxLength?: number;
  isInvalid?: boolean;
  describedBy?: string;
}>;

/**
 * Values as chips: Enter, a comma or leaving the input adds what is typed, and Backspace removes the last one. Several lines
 * that are pasted are several values.
 */
export const ChipsInput = (props: Props) => {
  const { id: givenId, label, values, onChange, fixed, maxLength = 100, isInvalid = false, describedBy } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const [text, setText] = useState('');
  /** What the input was left with is a value, and shown as one once that moves nothing under a pressed pointer. */
  const [left, setLeft] = useState('');
  const shown = values.filter((value) => value !== left);
  const add = (typed: string): void => {
    setText('');
    const added = typed
      .split(/[,\n]/)
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (added.length > 0) onChange([...new Set([...values, ...added])]);
  };
  const leave = (): void => {
    const typed = text.trim();
    if (typed === '') return;
    if (!values.includes(typed)) setLeft(typed);
    add(typed);
    afterPress(() => setLeft(''));
  };
  const remove = (value: string): void => {
    onChange(values.filter((each) => each !== value));
    // the button is gone, and the focus with it
    document.getElementById(id)?.focus();
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {shown.length > 0 && (
        <ul class="chips" aria-label={fill(t().form.chosen, { label })}>
          {shown.map((value) =>
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
        value={left || text}
        onInput={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setText(value))}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text') ?? '';
          if (!pasted.includes('\n')) return;
          event.preventDefault();
          add(`${text}${pasted}`);
        }}
        onBlur={leave}
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
