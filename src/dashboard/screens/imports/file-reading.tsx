import { useId } from 'preact/hooks';
import { DataTable } from '../../parts/data-table.tsx';
import { Facts } from '../../parts/parts.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t, textOf } from '../../text/text.ts';
import { type Choices, changeChoices, type Import, isRemembering, upload } from './upload.ts';

type ImportFile = NonNullable<Import['file']>;

/** The fields that a column is likely to give; the service knows more. */
const FIELDS = [
  ...['sku', 'name', 'description', 'price', 'compare_at_price', 'sale_price', 'cost', 'currency', 'stock'],
  ...['barcode', 'vendor', 'category', 'tags', 'images', 'status', 'published', 'slug', 'tax_category'],
  ...['weight', 'weight_g', 'weight_kg', 'weight_oz', 'weight_lb', 'weight_unit'],
  ...['seo_title', 'seo_description', 'group', 'parent', 'source_id'],
];

type Option = readonly [value: string, label: string];

const Select = ({
  label,
  value,
  options,
  onChange,
}: Readonly<{ label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }>) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};

const PRESETS = [
  ...['shopify', 'woocommerce', 'magento', 'prestashop', 'medusa2', 'medusa1', 'medusa1_cents', 'vendure'],
  ...['bigcommerce', 'google', 'generic'],
] as const;

const CHOICES = {
  preset: PRESETS,
  decimal: ['.', ','],
  weight_unit: ['g', 'kg', 'oz', 'lb'],
} as const satisfies Readonly<Record<Exclude<keyof Choices, 'mapping' | 'image_base' | 'remember'>, readonly string[]>>;

/** What a file does not say itself: its shop, the decimal mark, the unit of weights, and where relative images are. */
export const FileChoices = () => {
  const { chosen } = upload.value;
  if (chosen === undefined) return null;
  return (
    <details class="form">
      <summary>{t().imports.otherShop}</summary>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <Select
          key={name}
          label={name === 'preset' ? t().imports.preset : name === 'decimal' ? t().imports.decimal : fieldLabel(name)}
          value={chosen.choices[name] ?? ''}
          options={[['', t().imports.recognised], ...CHOICES[name].map((each): Option => [each, choiceLabel(each)])]}
          onChange={(value) => changeChoices({ [name]: value === '' ? undefined : value })}
        />
      ))}
      <label class="field">
        <span>{t().imports.imageBase}</span>
        <input
          type="url"
          placeholder="https://shop.example/images/"
          value={chosen.choices.image_base ?? ''}
          onChange={({ currentTarget: { value } }) => changeChoices({ image_base: value.trim() || undefined })}
        />
      </label>
    </details>
  );
};

const choiceLabel = (value: string): string => textOf(t().imports.choices, value);

/** How a file is read, and which field each of its columns gives, to be changed. */
export const FileReading = ({ file, isFixed = false }: Readonly<{ file: ImportFile; isFixed?: boolean }>) => (
  <>
    <Facts
      facts={[
        ...(file.preset === null ? [] : [[t().imports.preset, choiceLabel(file.preset)] as const]),
        [t().imports.encoding, file.encoding.toUpperCase()],
        ...(file.separator === null ? [] : [[t().imports.separator, choiceLabel(file.separator)] as const]),
      ]}
    />
    {file.remembered && <p class="muted">{t().imports.asRemembered}</p>}
    {!isFixed && file.preset !== null && file.separator !== null && <Remember />}
    {/* the columns of a known shop are seldom changed, and may be many */}
    <details class="form" open={file.preset === 'generic'}>
      <summary>{columnCount(file)}</summary>
      <DataTable
        label={t().imports.columns}
        rows={file.columns.map((column, index) => ({ ...column, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { name: 'column', heading: t().imports.column, cell: ({ column }) => column || '–', isTitle: true },
          {
            name: 'field',
            cell: ({ column, field }) =>
              isFixed ? labelOf(field) : <FieldChoice column={column} field={chosenField(column, field)} />,
          },
        ]}
      />
    </details>
  </>
);

/** Only CSV has the same columns in each row. */
const Remember = () => (
  <div class="field choices">
    <label>
      <input
        type="checkbox"
        checked={isRemembering()}
        onChange={({ currentTarget: { checked } }) => changeChoices({ remember: checked })}
      />
      <span>{t().imports.remember}</span>
    </label>
  </div>
);

const columnCount = ({ columns }: ImportFile): string => {
  const leftOut = columns.filter(({ field }) => field === null).length;
  return fill(t().imports.columnCount, { count: number(columns.length), leftOut: number(leftOut) });
};

const chosenField = (column: string, field: string | null): string | null => {
  const chosen = upload.value.chosen?.choices.mapping?.[column];
  return chosen === undefined ? field : chosen;
};

const labelOf = (field: string | null): string =>
  field === null ? t().imports.leftOut : textOf(t().imports.fields, field);

const FieldChoice = ({ column, field }: Readonly<{ column: string; field: string | null }>) => {
  const own = [`attributes.${column}`, `options.${column}`];
  const fields = [...new Set([...(field === null ? [] : [field]), ...FIELDS, ...own])];
  return (
    <select
      aria-label={fill(t().imports.fieldOf, { column })}
      value={field ?? ''}
      onChange={({ currentTarget: { value } }) => changeChoices({ mapping: { [column]: value === '' ? null : value } })}
    >
      <option value="">{t().imports.leftOut}</option>
      {fields.map((each) => (
        <option key={each} value={each}>
          {fieldText(each, column)}
        </option>
      ))}
    </select>
  );
};

const fieldText = (field: string, column: string): string => {
  if (field === `attributes.${column}`) return t().imports.asAttribute;
  if (field === `options.${column}`) return t().imports.asOption;
  return textOf(t().imports.fields, field) === field ? fieldLabel(field) : textOf(t().imports.fields, field);
};

/** What was changed or left out of the rows, by kind. */
export const Warnings = ({ warnings }: Pick<Import, 'warnings'>) =>
  warnings.length === 0 ? null : (
    <DataTable
      label={t().imports.warnings}
      rows={warnings}
      keyOf={({ code, field }) => `${code} ${field}`}
      columns={[
        { name: 'kind', heading: t().imports.warnings, cell: ({ code }) => warningText(code), isTitle: true },
        { name: 'count', heading: t().imports.count, cell: ({ count }) => number(count), isNumeric: true },
        {
          name: 'first',
          heading: t().imports.first,
          cell: ({ first }) => (
            <ul class="plain">
              {first.map(({ line, message }) => (
                <li key={`${line} ${message}`}>{fill(t().imports.inLine, { line, message: apiMessage(message) })}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );

const warningText = (code: string): string => textOf(t().imports.kinds, code);
