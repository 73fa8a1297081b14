import { useState } from 'preact/hooks';
import { nameOf } from '../app/names.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { fieldLabel, fill, t, valueLabel } from '../text/text.ts';
import { changedFields, type Field, type FieldValue, type FieldValues, isSame } from './field.ts';
import { pairColumns } from './pairs.ts';
import { rowSummary } from './rows.ts';

type Props = Readonly<{
  fields: readonly Field[];
  /** As both have loaded it. */
  base: FieldValues;
  /** As this form has it. */
  mine: FieldValues;
  /** As it is stored now. */
  theirs: FieldValues;
  onResolve: (values: FieldValues) => void;
  onClose: () => void;
}>;

/** Somebody else has saved first: shows what differs, and asks only about fields that both have changed. */
export const ConflictDialog = ({ fields, base, mine, theirs, onResolve, onClose }: Props) => {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(fields.map(({ name }) => name)));
  const isMine = ({ name }: Field): boolean => !isSame(mine[name], base[name]);
  const changed = changedFields(fields, theirs, base);
  const disputed = changed.filter((field) => isMine(field) && !isSame(mine[field.name], theirs[field.name]));
  const choose = (name: string, keep: boolean): void => {
    const next = new Set(kept);
    if (keep) next.add(name);
    else next.delete(name);
    setKept(next);
  };
  const merged = (): FieldValues =>
    Object.fromEntries(
      fields.map((field) => {
        const keepsMine = isMine(field) && kept.has(field.name);
        return [field.name, (keepsMine ? mine : theirs)[field.name] ?? ''];
      }),
    );
  return (
    <Dialog title={t().form.conflict} onClose={onClose} isWide>
      <p>{t().form.conflictExplained}</p>
      <table class="table stacked">
        <thead>
          <tr>
            <th scope="col">{t().fields.field}</th>
            <th scope="col">{t().form.before}</th>
            <th scope="col">{t().form.theirs}</th>
            <th scope="col">{t().form.mine}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((field) => {
            const { name } = field;
            const isDisputed = disputed.includes(field);
            const cell = (side: 'theirs' | 'mine', value: FieldValue | undefined) => (
              <td data-label={t().form[side]}>
                {isDisputed ? (
                  <label>
                    <input
                      type="radio"
                      name={name}
                      aria-label={`${field.label ?? fieldLabel(name)}, ${t().form[side]}: ${shown(field, value)}`}
                      checked={kept.has(name) === (side === 'mine')}
                      onChange={() => choose(name, side === 'mine')}
                    />{' '}
                    {shown(field, value)}
                  </label>
                ) : (
                  shown(field, value)
                )}
              </td>
            );
            return (
              <tr key={name}>
                <th scope="row">{field.label ?? fieldLabel(name)}</th>
                <td data-label={t().form.before}>{shown(field, base[name])}</td>
                {cell('theirs', theirs[name])}
                {cell('mine', isMine(field) ? mine[name] : theirs[name])}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="buttons end">
        <Button label={t().form.takeTheirs} onClick={() => onResolve(theirs)} />
        <Button label={t().form.merge} class="button primary" onClick={() => onResolve(merged())} />
      </div>
    </Dialog>
  );
};

const CHOSEN: ReadonlySet<Field['kind']> = new Set(['choice', 'radio', 'choices', 'pick', 'picks', 'tree']);

const NAMED: ReadonlySet<Field['kind']> = new Set(['category', 'id', 'ids']);

const shown = (field: Field, value: FieldValue | undefined): string => {
  const { kind, labels } = field;
  if (value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? t().common.yes : t().common.no;
  if (kind === 'records') return fill(t().form.entries, { count: value.length });
  const columns = kind === 'map' ? pairColumns() : field.columns;
  // what was typed may be equal to a value of the API
  const textOf = (one: string): string => {
    if (columns !== undefined) return rowSummary(columns, one);
    if (CHOSEN.has(kind)) return labels?.[one] ?? valueLabel(one);
    return (NAMED.has(kind) ? nameOf(one) : undefined) ?? one;
  };
  return (
    [value]
      .flat()
      .map(textOf)
      .join(columns === undefined ? ', ' : '; ') || '–'
  );
};
