import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';
import { BulkValues } from './bulk-values.tsx';
import { PRODUCT_STATUSES } from './product-fields.ts';
import { type Option, ROW_INPUTS, type RowInput, rowName, type VariantRow } from './variant-rows.ts';

type Props = Readonly<{
  rows: readonly VariantRow[];
  options: readonly Option[];
  /** What applies to new rows without a value. */
  defaults: Readonly<{ price: string; status: string }>;
  /** Messages by path: `variants.0.sku`. */
  errors: ReadonlyMap<string, string>;
  canWrite: boolean;
  onChange: (rows: readonly VariantRow[]) => void;
  onOpen: (id: string) => void;
}>;

/** The variants of a product as a grid, in which prices, SKUs and stocks are typed; several are set at once. */
export const VariantGrid = (props: Props) => {
  const { rows, options, canWrite, onChange } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ id, values }: VariantRow): string => id ?? JSON.stringify(values);
  const chosen = new Set(rows.filter((row) => selected.has(keyOf(row))));
  const toggle = (key: string, isOn: boolean): void =>
    setSelected(new Set(isOn ? [...selected, key] : [...selected].filter((each) => each !== key)));
  return (
    <div class="column">
      {chosen.size > 0 && (
        <BulkValues
          count={chosen.size}
          onApply={(changes) => onChange(rows.map((row) => (chosen.has(row) ? { ...row, ...changes } : row)))}
        />
      )}
      <div class="table-frame">
        <table class="table stacked variants">
          <thead>
            <tr>
              {canWrite && (
                <th class="narrow select" data-label={t().productPage.selectAll}>
                  <AllCheckbox
                    selected={chosen.size}
                    total={rows.length}
                    onChange={(isOn) => setSelected(new Set(isOn ? rows.map(keyOf) : []))}
                  />
                </th>
              )}
              <th scope="col">{t().products.variant}</th>
              {ROW_INPUTS.map((name) => (
                <th key={name} scope="col">
                  {fieldLabel(name)}
                </th>
              ))}
              <th scope="col">{fieldLabel('status')}</th>
              <th scope="col">
                <span class="visually-hidden">{t().list.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <GridRow
                key={keyOf(row)}
                {...props}
                row={row}
                index={index}
                name={rowName(row, options)}
                isSelected={chosen.has(row)}
                onSelect={(isOn) => toggle(keyOf(row), isOn)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};

type AllProps = Readonly<{ selected: number; total: number; onChange: (isOn: boolean) => void }>;

const AllCheckbox = ({ selected, total, onChange }: AllProps) => {
  const box = useRef<HTMLInputElement>(null);
  // no attribute says it
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < total;
  }, [selected, total]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t().productPage.selectAll}
      checked={selected > 0 && selected === total}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
};

type RowProps = Props &
  Readonly<{
    row: VariantRow;
    index: number;
    name: string;
    isSelected: boolean;
    onSelect: (isOn: boolean) => void;
  }>;

const GridRow = ({ row, index, name, isSelected, onSelect, rows, onChange, onOpen, errors, ...shared }: RowProps) => {
  const { defaults, canWrite } = shared;
  const replace = (changes: Partial<VariantRow>): void =>
    onChange(rows.map((each) => (each === row ? { ...row, ...changes } : each)));
  const errorOf = (field: string): string | undefined => errors.get(`variants.${index}.${field}`);
  const errorId = (field: string): string => `variant-${index}-${field}-error`;
  const others = [...errors].filter(([path]) => path.startsWith(`variants.${index}.`) && !isInput(path.split('.')[2]));
  const input = (field: RowInput) => (
    <td key={field} data-label={fieldLabel(field)}>
      <input
        type="text"
        autoComplete="off"
        inputMode={field === 'sku' ? 'text' : field === 'price' ? 'decimal' : 'numeric'}
        aria-label={fill(t().productPage.inputOf, { label: fieldLabel(field), name })}
        aria-invalid={errorOf(field) !== undefined}
        aria-describedby={errorId(field)}
        placeholder={field === 'price' && row.id === undefined ? defaults.price : undefined}
        readOnly={!canWrite}
        value={row[field]}
        onInput={({ currentTarget }) => replace({ [field]: currentTarget.value })}
      />
      {errorOf(field) && (
        <p class="field-error" id={errorId(field)}>
          {errorOf(field)}
        </p>
      )}
    </td>
  );
  return (
    <tr>
      {canWrite && (
        <td class="narrow select">
          <input
            type="checkbox"
            aria-label={fill(t().list.select, { name })}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row">
        {name} {row.id === undefined && <span class="badge warning">{t().productPage.newVariant}</span>}
        {others.map(([path, message]) => (
          <p key={path} class="field-error">
            {message}
          </p>
        ))}
      </th>
      {ROW_INPUTS.map(input)}
      <td data-label={fieldLabel('status')}>
        <select
          aria-label={fill(t().productPage.inputOf, { label: fieldLabel('status'), name })}
          disabled={!canWrite}
          value={row.status}
          onChange={({ currentTarget }) => replace({ status: currentTarget.value as VariantRow['status'] })}
        >
          <option value="">{fill(t().products.fromParentAs, { value: valueLabel(defaults.status) })}</option>
          {PRODUCT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {valueLabel(status)}
            </option>
          ))}
        </select>
      </td>
      <td class="narrow buttons">
        {row.id === undefined ? (
          <Button
            label=""
            icon="close"
            class="icon-button"
            aria-label={fill(t().productPage.removeRow, { name })}
            onClick={() => onChange(rows.filter((each) => each !== row))}
          />
        ) : (
          <Button
            label={t().productPage.details}
            aria-label={fill(t().productPage.detailsOf, { name })}
            onClick={() => onOpen(row.id ?? '')}
          />
        )}
      </td>
    </tr>
  );
};

const isInput = (field: string | undefined): boolean => ROW_INPUTS.some((name) => name === field);
