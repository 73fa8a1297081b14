import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { language } from '../../text/language.ts';
import { parseNumber } from '../../text/parse-number.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';

const FIELDS = ['description', 'quantity', 'unit_price', 'tax_rate'] as const;

/** A line of an invoice as it was typed. */
export type TypedLine = Readonly<Record<(typeof FIELDS)[number], string> & { key: string }>;

export const emptyLine = (): TypedLine => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  unit_price: '',
  tax_rate: '',
});

/** The lines as the API takes them; what is no number is sent as it is, so that the API says what would be right. */
export const toLines = (lines: readonly TypedLine[]): NonNullable<Schemas['InvoiceInput']['lines']> =>
  lines.map(({ description, quantity, unit_price: price, tax_rate: rate }) => ({
    description,
    quantity: toNumber(quantity),
    unit_price: toNumber(price),
    ...(rate.trim() === '' ? {} : { tax_rate: toNumber(rate) }),
  }));

const toNumber = (text: string): number => parseNumber(text.trim(), language.value) as number;

type Props = Readonly<{
  lines: readonly TypedLine[];
  /** Messages by the field of the invoice: `lines.0.unit_price`. */
  errors: ReadonlyMap<string, string>;
  onChange: (lines: readonly TypedLine[]) => void;
}>;

/** The lines of an invoice that is written. */
export const LineEditor = ({ lines, errors, onChange }: Props) => (
  <div class="form">
    {lines.map((line, index) => (
      <fieldset key={line.key} class="group invoice-line">
        <legend>{fill(t().invoices.lineNumber, { number: index + 1 })}</legend>
        {FIELDS.map((name) => (
          <LineInput
            key={name}
            name={name}
            value={line[name]}
            error={errors.get(`lines.${index}.${name}`)}
            onChange={(value) => onChange(lines.map((each) => (each === line ? { ...each, [name]: value } : each)))}
          />
        ))}
        {lines.length > 1 && (
          <button
            type="button"
            class="button"
            onClick={() => onChange(lines.filter((each) => each !== line))}
            aria-label={fill(t().invoices.removeLine, { number: index + 1 })}
          >
            {t().common.delete}
          </button>
        )}
      </fieldset>
    ))}
    {errors.has('lines') && <p class="field-error">{errors.get('lines')}</p>}
    <div class="buttons">
      <button type="button" class="button" onClick={() => onChange([...lines, emptyLine()])}>
        {t().invoices.addLine}
      </button>
    </div>
  </div>
);

const LineInput = ({
  name,
  value,
  error,
  onChange,
}: Readonly<{
  name: (typeof FIELDS)[number];
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
        aria-describedby={`${id}-error`}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {name === 'tax_rate' && <p class="hint">{t().invoices.taxRateHint}</p>}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};
