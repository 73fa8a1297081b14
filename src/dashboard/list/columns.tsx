import { useState } from 'preact/hooks';
import type { Column } from '../parts/column.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { fieldLabel, t } from '../text/text.ts';

type ShownColumns<T> = Readonly<{
  columns: readonly Column<T>[];
  isShown: (name: string) => boolean;
  toggle: (name: string) => void;
}>;

const keyOf = (list: string): string => `commerce.columns.${list}`;

/** The columns that the user has chosen for a list in this browser. */
export const useColumns = <T,>(list: string, columns: readonly Column<T>[]): ShownColumns<T> => {
  const [names, setNames] = useState<readonly string[]>(() => readNames(list) ?? defaultNames(columns));
  const isShown = (name: string): boolean => names.includes(name);
  return {
    columns: columns.filter(({ name }) => isShown(name)),
    isShown,
    toggle: (name) => {
      const next = isShown(name) ? names.filter((each) => each !== name) : [...names, name];
      // a list without columns shows nothing
      if (next.length === 0) return;
      localStorage.setItem(keyOf(list), JSON.stringify(next));
      setNames(next);
    },
  };
};

const readNames = (list: string): readonly string[] | undefined => {
  const stored = localStorage.getItem(keyOf(list));
  return stored === null ? undefined : JSON.parse(stored);
};

const defaultNames = (columns: readonly Pick<Column<never>, 'name' | 'isOptional'>[]): readonly string[] =>
  columns.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name);

export const ColumnMenu = <T,>({
  columns,
  shown,
}: Readonly<{ columns: readonly Column<T>[]; shown: ShownColumns<T> }>) => (
  <Menu
    label={
      <>
        <Icon name="columns" />
        {t().list.columns}
      </>
    }
  >
    {columns.map(({ name }) => (
      <label key={name} class="menu-item">
        <input type="checkbox" checked={shown.isShown(name)} onChange={() => shown.toggle(name)} />
        <span>{fieldLabel(name)}</span>
      </label>
    ))}
  </Menu>
);
