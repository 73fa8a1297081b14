import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { ChipsInput } from '../parts/chips-input.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Field } from './field.ts';
import { Remarks, remarkIds } from './remarks.tsx';
import { emptyRow, type RowColumn, type TypedRow, typedRow } from './rows.ts';

type Props = Readonly<{
  field: Field;
  columns: readonly RowColumn[];
  /** As JSON, one text each. */
  rows: readonly string[];
  /** Messages by path: `tiers.0.price`. */
  errors: ReadonlyMap<string, string>;
  onChange: (rows: readonly string[]) => void;
}>;

/** A list of rows that have the same inputs. */
export const RowsInput = ({ field, columns, rows, errors, onChange }: Props) => {
  const { name, label = fieldLabel(name), hint, isRequired = false } = field;
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const isAdding = useRef(false);
  // where the next key belongs
  useLayoutEffect(() => {
    const added = [...(list.current?.querySelectorAll('.row') ?? [])].at(-1);
    if (isAdding.current) added?.querySelector('input')?.focus();
    isAdding.current = false;
  }, [rows.length]);
  const typed = rows.map(typedRow);
  const nameOf = (index: number): string => `${field.rowLabel ?? label} ${index + 1}`;
  return (
    <fieldset ref={list} class="field choices rows" aria-describedby={remarkIds(id)}>
      <legend>
        {label}
        {isRequired && <span class="required"> {t().common.required}</span>}
      </legend>
      {typed.map((row, index) => (
        <Row
          key={index}
          name={nameOf(index)}
          columns={columns}
          row={row}
          before={typed[index - 1]}
          errorOf={(column) => errorAt(errors, column === '' ? `${name}.${index}` : `${name}.${index}.${column}`)}
          onChange={(changed) => onChange(rows.map((each, at) => (at === index ? JSON.stringify(changed) : each)))}
          onRemove={() => {
            onChange(rows.filter((_each, at) => at !== index));
            // the button is gone, and the focus with it
            list.current?.querySelector<HTMLElement>('.add-row')?.focus();
          }}
        />
      ))}
      <div class="buttons">
        <Button
          label={t().form.addRow}
          icon="plus"
          class="button add-row"
          aria-label={fill(t().form.addRowTo, { label })}
          onClick={() => {
            isAdding.current = true;
            onChange([...rows, emptyRow(columns)]);
          }}
        />
      </div>
      <Remarks id={id} hint={hint} error={errors.get(name)} />
    </fieldset>
  );
};

/** The message at a path, or at one within it. */
const errorAt = (errors: ReadonlyMap<string, string>, path: string): string | undefined =>
  errors.get(path) ?? [...errors].find(([each]) => each.startsWith(`${path}.`))?.[1];

type RowProps = Readonly<{
  name: string;
  columns: readonly RowColumn[];
  row: TypedRow;
  before: TypedRow | undefined;
  errorOf: (column: string) => string | undefined;
  onChange: (row: TypedRow) => void;
  onRemove: () => void;
}>;

const Row = ({ name, columns, row, before, errorOf, onChange, onRemove }: RowProps) => (
  <fieldset class="row">
    <legend class="visually-hidden">{name}</legend>
    {columns.map((column) => (
      <Cell
        key={column.name}
        column={column}
        rowName={name}
        value={row[column.name]}
        start={before === undefined ? '0' : String(before[column.name] || '–')}
        error={errorOf(column.name)}
        onChange={(value) => onChange({ ...row, [column.name]: value })}
      />
    ))}
    <Button
      label=""
      icon="close"
      class="icon-button"
      aria-label={fill(t().form.removeRow, { name: calledAs(columns, row) ?? name })}
      onClick={onRemove}
    />
  </fieldset>
);

/** A row by the text that it begins with. */
const calledAs = ([first]: readonly RowColumn[], row: TypedRow): string | undefined =>
  first?.kind === 'text' && row[first.name] !== '' ? String(row[first.name]) : undefined;

type CellProps = Readonly<{
  column: RowColumn;
  rowName: string;
  value: unknown;
  /** Where the row begins, of a column that says so. */
  start: string;
  error: string | undefined;
  onChange: (value: string | readonly string[]) => void;
}>;

const Cell = ({ column, rowName, value, start, error, onChange }: CellProps) => {
  const id = useId();
  const { kind, label, hint, placeholder, startLabel } = column;
  const shared = { id, describedBy: remarkIds(id), isInvalid: error !== undefined };
  if (kind === 'chips') {
    return (
      <div class="cell wide">
        <ChipsInput {...shared} label={rowName} values={value as readonly string[]} onChange={onChange} />
        <Remarks id={id} hint={hint} error={error} />
      </div>
    );
  }
  return (
    <>
      {startLabel && (
        <p class="cell start">
          <span class="cell-label">{startLabel}</span> <span class="amount">{start}</span>
        </p>
      )}
      <div class={kind === 'text' ? 'cell wide' : 'cell'}>
        {label && (
          <label class="cell-label" for={id}>
            {label}
          </label>
        )}
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={500}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          aria-label={label === '' ? rowName : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={remarkIds(id)}
          placeholder={placeholder}
          value={String(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Remarks id={id} hint={hint} error={error} />
      </div>
    </>
  );
};
