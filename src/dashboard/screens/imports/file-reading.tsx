import { useId } from 'preact/hooks';
import { DataTable } from '../../parts/data-table.tsx';
import { Facts } from '../../parts/parts.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t, textOf } from '../../text/text.ts';
import { IMPORT_KINDS, type ImportResource, type Selects } from './import-kinds.ts';
import { changeChoices, type Import, isRemembering, upload } from './upload.ts';

type ImportFile = NonNullable<Import['file']>;

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

/** What a file does not say itself: its shop, the decimal mark, the unit of weights, and where relative images are. */
export const FileChoices = () => {
  const { chosen } = upload.value;
  if (chosen === undefined) return null;
  const { selects, hasImages } = IMPORT_KINDS[chosen.resource];
  return (
    <details class="form">
      <summary>{t().imports.otherShop}</summary>
      {(Object.entries(selects) as [keyof Selects, readonly string[]][]).map(([name, values]) => (
        <Select
          key={name}
          label={name === 'weight_unit' ? fieldLabel(name) : t().imports[name]}
          value={chosen.choices[name] ?? ''}
          options={[['', t().imports.recognised], ...values.map((each): Option => [each, choiceLabel(each)])]}
          onChange={(value) => changeChoices({ [name]: value === '' ? undefined : value })}
        />
      ))}
      {hasImages && (
        <label class="field">
          <span>{t().imports.imageBase}</span>
          <input
            type="url"
            placeholder="https://shop.example/images/"
            value={chosen.choices.image_base ?? ''}
            onChange={({ currentTarget: { value } }) => changeChoices({ image_base: value.trim() || undefined })}
          />
        </label>
      )}
    </details>
  );
};

const choiceLabel = (value: string): string => textOf(t().imports.choices, value);

/** How a file is read, and which field each of its columns gives, to be changed. */
export const FileReading = ({
  file,
  resource,
  isFixed = false,
}: Readonly<{ file: ImportFile; resource: ImportResource; isFixed?: boolean }>) => (
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
              isFixed ? (
                fieldText({ resource, column, field })
              ) : (
                <FieldChoice resource={resource} column={column} field={chosenField(column, field)} />
              ),
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

type ColumnField = Readonly<{ resource: ImportResource; column: string; field: string | null }>;

const FieldChoice = ({ resource, column, field }: ColumnField) => {
  const { fields, ownFields } = IMPORT_KINDS[resource];
  const offered = [...new Set([...(field === null ? [] : [field]), ...fields, ...ownFields(column)])];
  return (
    <select
      aria-label={fill(t().imports.fieldOf, { column })}
      value={field ?? ''}
      onChange={({ currentTarget: { value } }) => changeChoices({ mapping: { [column]: value === '' ? null : value } })}
    >
      {[null, ...offered].map((each) => (
        <option key={each} value={each ?? ''}>
          {fieldText({ resource, column, field: each })}
        </option>
      ))}
    </select>
  );
};

/** What a field of rows is called, of a column that may have given it. */
export const fieldText = ({ resource, column, field }: ColumnField): string => {
  const { fields, leftOut, asAttribute, asOption, asMetadata, ofAddress, ofShipping } = t().imports;
  if (field === null) return leftOut;
  if (field === `attributes.${column}`) return asAttribute;
  if (field === `options.${column}`) return asOption;
  if (field === `metadata.${column}`) return asMetadata;
  const [group, part] = field.split('.', 2);
  if (part !== undefined && (group === 'address' || group === 'shipping'))
    return fill(group === 'address' ? ofAddress : ofShipping, { field: fieldText({ resource, column, field: part }) });
  const name = [`${resource}.${field}`, field].find((each) => Object.hasOwn(fields, each));
  return name === undefined ? fieldLabel(field) : textOf(fields, name);
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
