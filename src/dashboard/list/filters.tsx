import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { nameOf } from '../app/names.ts';
import { useDebounced } from '../app/use-debounced.ts';
import { Button, Options } from '../parts/button.tsx';
import { CategoryPicker } from '../parts/category-picker.tsx';
import { Chip } from '../parts/chip.tsx';
import { DateInput } from '../parts/date-input.tsx';
import { finderOf } from '../parts/finder.ts';
import { SearchPicker } from '../parts/search-picker.tsx';
import { fromLocalInput, toLocalInput } from '../text/format.ts';
import { language } from '../text/language.ts';
import { numberToText, parseNumber } from '../text/parse-number.ts';
import { fieldLabel, t, valueLabel } from '../text/text.ts';
import type { Filter, ListState } from './list-state.ts';

type Filters = Readonly<Record<string, Filter>>;

type Props = Readonly<{ filters: Filters; state: ListState }>;

/** How long after the last key a search begins. */
const SEARCH_DELAY_MS = 250;

/** The search box of a list. */
export const SearchBox = ({ state, label }: Readonly<{ state: ListState; label: string }>) => {
  const current = state.valuesOf('q')[0] ?? '';
  const [text, setText] = useState(current);
  const settled = useDebounced(text, SEARCH_DELAY_MS);
  /** What the address has by this box: its change must not undo what was typed meanwhile. */
  const own = useRef(current);
  // follows the address, such as after going back
  useEffect(() => {
    if (current === own.current) return;
    own.current = current;
    setText(current);
  }, [current]);
  // the state is new at each render
  useEffect(() => {
    const q = settled.trim();
    if (q === own.current) return;
    own.current = q;
    state.set('q', [q], true);
  }, [settled]);
  return (
    <input
      type="search"
      class="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
};

/** A button that shows the inputs of all filters over the list. Escape and a click elsewhere hide them. */
export const FilterPanel = ({ filters, state }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const inputs = Object.entries(filters).filter(([, { kind }]) => kind !== 'search');
  useEffect(() => {
    if (!isOpen) return undefined;
    const hide = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : box.current?.contains(event.target as Node)) return;
      if (event instanceof KeyboardEvent) box.current?.querySelector('button')?.focus();
      setOpen(false);
    };
    addEventListener('pointerdown', hide);
    addEventListener('keydown', hide);
    return () => {
      removeEventListener('pointerdown', hide);
      removeEventListener('keydown', hide);
    };
  }, [isOpen]);
  if (inputs.length === 0) return null;
  return (
    <div ref={box} class="filter-box">
      <Button label={t().list.filters} icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div class="filters">
          {inputs.map(([name, filter]) => (
            <FilterInput key={name} name={name} filter={filter} state={state} />
          ))}
        </div>
      )}
    </div>
  );
};

const FilterInput = ({ name, filter, state }: Readonly<{ name: string; filter: Filter; state: ListState }>) => {
  const id = useId();
  const values = state.valuesOf(name);
  const label = fieldLabel(name);
  if (filter.kind === 'choice' && filter.isMultiple && filter.values.length <= 8) {
    return (
      <fieldset class="field choices">
        <legend>{label}</legend>
        {filter.values.map((each) => (
          <label key={each}>
            <input
              type="checkbox"
              checked={values.includes(each)}
              onChange={() =>
                state.set(name, values.includes(each) ? values.filter((one) => one !== each) : [...values, each])
              }
            />
            <span>{valueLabel(each)}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  const find = filter.kind === 'id' ? finderOf(filter.prefix) : undefined;
  if (find !== undefined) {
    return <SearchPicker label={label} search={find} onPick={(picked) => state.set(name, [picked])} />;
  }
  if (name === 'category') {
    return <CategoryPicker label={label} value={values[0] ?? ''} onChange={(picked) => state.set(name, [picked])} />;
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {filter.kind === 'choice' || filter.kind === 'flag' ? (
        <select id={id} value={values[0] ?? ''} onChange={(event) => state.set(name, [event.currentTarget.value])}>
          <option value="">{t().list.any}</option>
          <Options
            values={filter.kind === 'choice' ? filter.values : ['true', 'false']}
            labelOf={(each) => valueLabel(each)}
          />
        </select>
      ) : filter.kind === 'time' ? (
        <DateInput
          id={id}
          type="datetime-local"
          value={toLocalInput(values[0] ?? '')}
          onChange={(value) => state.set(name, [toFilter('time', value)])}
        />
      ) : (
        <input
          id={id}
          type="text"
          value={toInput(filter.kind, values[0] ?? '')}
          onChange={(event) => state.set(name, [toFilter(filter.kind, event.currentTarget.value.trim())])}
        />
      )}
    </div>
  );
};

const toInput = (kind: Filter['kind'], value: string): string =>
  kind === 'number' && value !== '' && !Number.isNaN(Number(value))
    ? numberToText(Number(value), language.value)
    : value;

const toFilter = (kind: Filter['kind'], value: string): string => {
  if (value === '') return value;
  if (kind === 'time') return fromLocalInput(value);
  return kind === 'number' ? String(parseNumber(value, language.value)) : value;
};

/** Only choices and flags have values of the API: what is typed may be equal to one of them. */
const filterText = (kind: Filter['kind'], value: string): string => {
  if (kind === 'time') return toLocalInput(value).replace('T', ' ') || value;
  if (kind === 'number') return toInput(kind, value);
  if (kind === 'choice' || kind === 'flag') return valueLabel(value);
  return nameOf(value) ?? value;
};

/** The filters in use, each with a button that removes it. */
export const ActiveFilters = ({ filters, state }: Props) => {
  const active = Object.entries(filters).flatMap(([name, { kind }]) =>
    kind === 'search' ? [] : state.valuesOf(name).map((value) => ({ name, kind, value })),
  );
  if (active.length === 0) return null;
  return (
    <ul class="chips" aria-label={t().list.filters}>
      {active.map(({ name, kind, value }) => (
        <Chip
          key={`${name} ${value}`}
          removeLabel={t().list.removeFilter}
          onRemove={() =>
            state.set(
              name,
              state.valuesOf(name).filter((one) => one !== value),
            )
          }
        >
          {fieldLabel(name)}: {filterText(kind, value)}
        </Chip>
      ))}
    </ul>
  );
};
