import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Field } from './field.ts';
import { type Pair, pairText, typedPair } from './pairs.ts';
import { Remarks, remarkIds } from './remarks.tsx';

type Props = Readonly<{
  field: Field;
  /** As JSON, one text each. */
  value: readonly string[];
  error?: string | undefined;
  onChange: (pairs: readonly string[]) => void;
}>;

/** Names and values, a row each. */
export const PairsInput = ({ field: { name, label = fieldLabel(name), hint }, value, error, onChange }: Props) => {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const isAdding = useRef(false);
  // where the next key belongs
  useLayoutEffect(() => {
    if (isAdding.current) [...(list.current?.querySelectorAll('.pair') ?? [])].at(-1)?.querySelector('input')?.focus();
    isAdding.current = false;
  }, [value.length]);
  const change = (index: number, pair: Pair): void =>
    onChange(value.map((each, at) => (at === index ? pairText(pair) : each)));
  return (
    <fieldset ref={list} class="field choices" aria-describedby={remarkIds(id)}>
      <legend>{label}</legend>
      {value.map(typedPair).map(([pairName, pairValue], index) => (
        <div key={index} class="pair">
          <input
            type="text"
            autoComplete="off"
            maxLength={40}
            aria-label={fill(t().form.pairName, { label, number: index + 1 })}
            aria-invalid={error !== undefined}
            placeholder={t().form.name}
            value={pairName}
            onInput={({ currentTarget }) => change(index, [currentTarget.value, pairValue])}
          />
          <input
            type="text"
            autoComplete="off"
            maxLength={500}
            aria-label={fill(t().form.pairValue, { label, number: index + 1 })}
            aria-invalid={error !== undefined}
            placeholder={t().form.value}
            value={pairValue}
            onInput={({ currentTarget }) => change(index, [pairName, currentTarget.value])}
          />
          <Button
            label=""
            icon="close"
            class="icon-button"
            aria-label={fill(t().form.removePair, { name: pairName || String(index + 1) })}
            onClick={() => {
              onChange(value.filter((_each, at) => at !== index));
              // the button is gone, and the focus with it
              list.current?.querySelector<HTMLElement>('.add-pair')?.focus();
            }}
          />
        </div>
      ))}
      <div class="buttons">
        <Button
          label={t().form.addPair}
          class="button add-pair"
          aria-label={fill(t().form.addPairTo, { label })}
          onClick={() => {
            isAdding.current = true;
            onChange([...value, pairText(['', ''])]);
          }}
        />
      </div>
      <Remarks id={id} hint={hint} error={error} />
    </fieldset>
  );
};
