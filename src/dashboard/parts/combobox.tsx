import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { afterPress } from './after-press.ts';

/** Something that can be picked. */
export type Found<T> = Readonly<{ id: string; label: string; detail?: string | undefined; value: T }>;

const NOTHING: readonly never[] = [];

type Props<T> = Readonly<{
  /** Of the input. */
  id: string;
  text: string;
  onText: (text: string) => void;
  /** What the list shows while it is open: from a click or a key until a pick, Escape, or the focus leaves. */
  options: readonly Found<T>[];
  onPick: (value: T) => void;
  /** The list was left without a pick. */
  onLeave?: () => void;
  isInvalid?: boolean;
  /** The ids of what explains the input. */
  describedBy?: string | undefined;
  placeholder?: string | undefined;
}>;

/** An input with a list: arrow keys lead through it, Enter picks, Escape leaves it. */
export const Combobox = <T,>(props: Props<T>) => {
  const { id, text, onText, options: found, onPick, onLeave, isInvalid = false, describedBy, placeholder } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  // while a pointer is pressed elsewhere the list keeps its place, unseen
  const [left, setLeft] = useState<readonly Found<T>[]>(NOTHING);
  const options = isOpen ? found : NOTHING;
  const listed = options.length > 0 ? options : left;
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, options.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;
  const list = useRef<HTMLDivElement>(null);
  const keys = options.map((option) => option.id).join(' ');
  // other options begin at the first one
  useLayoutEffect(() => setChosen(0), [keys]);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active, keys]);
  const pick = ({ value }: Found<T>): void => {
    setChosen(0);
    setOpen(false);
    onPick(value);
  };
  const leave = (): void => {
    setOpen(false);
    onLeave?.();
  };
  const blur = (): void => {
    setLeft(options);
    leave();
    afterPress(() => setLeft(NOTHING));
  };
  const onKey = (event: KeyboardEvent): void => {
    const option = options[active];
    // the input may be within a form, whose key this is not
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    if (option === undefined) return;
    if (event.key === 'ArrowDown') setChosen((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setChosen((active + options.length - 1) % options.length);
    else if (event.key === 'Enter') pick(option);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={200}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={text}
        onInput={(event) => {
          setOpen(true);
          onText(event.currentTarget.value);
        }}
        onClick={() => setOpen(true)}
        onBlur={blur}
        onKeyDown={onKey}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        class={options.length > 0 ? 'results' : 'results left'}
        aria-label={t().common.suggestions}
        hidden={listed.length === 0}
      >
        {listed.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
          <div
            key={option.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            class="result"
            // the focus stays in the input
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <span>{option.label}</span>
            {option.detail && <span class="muted">{option.detail}</span>}
          </div>
        ))}
      </div>
    </>
  );
};
