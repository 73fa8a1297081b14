import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { Chip } from '../parts/chip.tsx';
import { fill, t } from '../text/text.ts';

type Props = Readonly<{
  label: string;
  /** Of the input that finds more, which has the focus after a removal. */
  inputId: string;
  values: readonly string[];
  render: (value: string) => ComponentChildren;
  onChange: (values: readonly string[]) => void;
}>;

/** So many chips are removed one by one. */
const FEW = 5;

/** What was chosen of many things. */
export const ChosenChips = ({ label, inputId, values, render, onChange }: Props) => {
  const change = (next: readonly string[]): void => {
    onChange(next);
    // the button is gone, and the focus with it
    document.getElementById(inputId)?.focus();
  };
  if (values.length === 0) return null;
  return (
    <>
      <ul class="chips" aria-label={fill(t().form.chosen, { label })}>
        {values.map((each) => (
          <Chip
            key={each}
            removeLabel={t().common.remove}
            onRemove={() => change(values.filter((one) => one !== each))}
          >
            {render(each)}
          </Chip>
        ))}
      </ul>
      {values.length > FEW && (
        <div class="buttons">
          <Button
            label={t().form.removeAll}
            class="link"
            aria-label={fill(t().form.removeAllOf, { label })}
            onClick={() => change([])}
          />
        </div>
      )}
    </>
  );
};
