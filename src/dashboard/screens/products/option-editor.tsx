import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { holds } from '../../app/session.ts';
import { Button } from '../../parts/button.tsx';
import { ChipsInput } from '../../parts/chips-input.tsx';
import { fill, t } from '../../text/text.ts';
import type { Option } from './variant-rows.ts';

type Props = Readonly<{
  options: readonly Option[];
  /** Of the variants that exist: these values stay. */
  loaded: readonly Option[];
  onChange: (options: readonly Option[]) => void;
}>;

/** The options of a product, a row each, of whose values its variants are made. */
export const OptionEditor = ({ options, loaded, onChange }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const isAdding = useRef(false);
  // where the next key belongs
  useLayoutEffect(() => {
    if (isAdding.current)
      [...(list.current?.querySelectorAll('.option') ?? [])].at(-1)?.querySelector('input')?.focus();
    isAdding.current = false;
  }, [options.length]);
  return (
    <div ref={list} class="column">
      {options.length === 0 && <p class="muted">{t().productPage.optionsExplained}</p>}
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          option={option}
          number={index + 1}
          fixed={new Set(loaded.find(({ key }) => key === option.key)?.values)}
          onChange={(changed) => onChange(options.map((each) => (each === option ? changed : each)))}
          onRemove={() => onChange(options.filter((each) => each !== option))}
        />
      ))}
      {holds('products:write') && (
        <div class="buttons">
          <Button
            label={t().productPage.addOption}
            onClick={() => {
              isAdding.current = true;
              onChange([...options, { key: crypto.randomUUID(), name: '', values: [] }]);
            }}
          />
        </div>
      )}
    </div>
  );
};

type RowProps = Readonly<{
  option: Option;
  number: number;
  fixed: ReadonlySet<string>;
  onChange: (option: Option) => void;
  onRemove: () => void;
}>;

const OptionRow = ({ option, number, fixed, onChange, onRemove }: RowProps) => {
  const [nameId, valuesId] = [useId(), useId()];
  const { name, values } = option;
  const label =
    name === '' ? fill(t().productPage.optionValuesOf, { number }) : fill(t().productPage.optionValues, { name });
  return (
    <div class="option">
      <div class="field">
        <label for={nameId}>{fill(t().productPage.optionName, { number })}</label>
        <input
          id={nameId}
          type="text"
          autoComplete="off"
          maxLength={40}
          placeholder={t().productPage.optionNameHint}
          value={name}
          onInput={({ currentTarget }) => onChange({ ...option, name: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            document.getElementById(valuesId)?.focus();
          }}
        />
      </div>
      <ChipsInput
        id={valuesId}
        label={label}
        values={values}
        fixed={fixed}
        maxLength={100}
        onChange={(next) => onChange({ ...option, values: next })}
      />
      {fixed.size === 0 && (
        <Button
          label=""
          icon="close"
          class="icon-button"
          aria-label={fill(t().productPage.removeOption, { name: name || String(number) })}
          onClick={onRemove}
        />
      )}
    </div>
  );
};
