import { useId } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Field } from './field.ts';
import { LINE_INPUTS, lineText, type TypedLine, typedLine } from './invoice-line.ts';
import { Remarks, remarkIds } from './remarks.tsx';

/** A line before something is typed. */
export const emptyLine = { quantity: 1 };

type Props = Readonly<{
  field: Field;
  lines: readonly string[];
  /** Messages by path: `lines.0.unit_price`. */
  errors: ReadonlyMap<string, string>;
  onChange: (lines: readonly string[]) => void;
}>;

/** The lines of an invoice that is written. */
export const LineEditor = ({ field: { name }, lines, errors, onChange }: Props) => {
  const replace = (index: number, line: TypedLine): void =>
    onChange(lines.map((each, at) => (at === index ? JSON.stringify(line) : each)));
  return (
    <div class="form">
      {lines.map(typedLine).map((line, index) => (
        <fieldset key={index} class="group invoice-line">
          <legend>{fill(t().invoices.lineNumber, { number: index + 1 })}</legend>
          {LINE_INPUTS.map((input) => (
            <LineInput
              key={input}
              name={input}
              value={line[input]}
              error={errors.get(`${name}.${index}.${input}`)}
              onChange={(value) => replace(index, { ...line, [input]: value })}
            />
          ))}
          {lines.length > 1 && (
            <Button
              label={t().common.delete}
              onClick={() => onChange(lines.filter((_line, at) => at !== index))}
              aria-label={fill(t().invoices.removeLine, { number: index + 1 })}
            />
          )}
        </fieldset>
      ))}
      {errors.has(name) && <p class="field-error">{errors.get(name)}</p>}
      <div class="buttons">
        <Button label={t().invoices.addLine} onClick={() => onChange([...lines, lineText(emptyLine)])} />
      </div>
    </div>
  );
};

const LineInput = ({
  name,
  value,
  error,
  onChange,
}: Readonly<{
  name: (typeof LINE_INPUTS)[number];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}>) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{fieldLabel(name)}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        inputMode={name === 'description' ? 'text' : 'decimal'}
        aria-invalid={error !== undefined}
        aria-describedby={remarkIds(id)}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <Remarks id={id} hint={name === 'tax_rate' ? t().invoices.taxRateHint : undefined} error={error} />
    </div>
  );
};
