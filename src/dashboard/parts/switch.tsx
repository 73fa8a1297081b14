import { Button } from './button.tsx';

type Props<T> = Readonly<{
  /** What is chosen. */
  label: string;
  values: readonly T[];
  labelOf: (value: T) => string;
  value: T;
  onChange: (value: T) => void;
}>;

/** A choice of few values, of which one is shown. */
export const Switch = <T extends string>({ label, values, labelOf, value, onChange }: Props<T>) => (
  <fieldset class="views" aria-label={label}>
    {values.map((each) => (
      <SwitchButton key={each} label={labelOf(each)} isChosen={each === value} onClick={() => onChange(each)} />
    ))}
  </fieldset>
);

/** One of the values. */
export const SwitchButton = ({
  label,
  isChosen,
  onClick,
}: Readonly<{ label: string; isChosen: boolean; onClick: () => void }>) => (
  <Button label={label} class="view" aria-pressed={isChosen} onClick={onClick} />
);
