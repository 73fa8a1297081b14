import { useLayoutEffect, useState } from 'preact/hooks';
import { isYearBegun } from '../text/format.ts';

type Props = Readonly<{
  id: string;
  type: 'date' | 'datetime-local';
  value: string;
  /** Called once the year is complete, or the input cleared. */
  onChange: (value: string) => void;
}>;

/** A date or a time. What is typed stays until the input is left, also if the page renders again meanwhile. */
export const DateInput = ({ id, type, value, onChange }: Props) => {
  const [typed, setTyped] = useState(value);
  useLayoutEffect(() => setTyped(value), [value]);
  return (
    <input
      id={id}
      // Preact's types take one literal type and no union
      type={type as 'date'}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTyped(value)}
      onChange={(event) => {
        if (!isYearBegun(event.currentTarget.value)) onChange(event.currentTarget.value);
      }}
    />
  );
};
