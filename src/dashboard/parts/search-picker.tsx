import { useId, useState } from 'preact/hooks';
import { useDebounced } from '../app/use-debounced.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { fill, t } from '../text/text.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Something that a search has found. */
export type Found<T> = Readonly<{ id: string; label: string; detail?: string | undefined; value: T }>;

type Props<T> = Readonly<{
  /** Of the input. */
  id?: string;
  label: string;
  search: (text: string, signal: AbortSignal) => Promise<readonly Found<T>[]>;
  onPick: (value: T) => void;
  isInvalid?: boolean;
  /** The ids of what explains the input. */
  describedBy?: string;
}>;

/** How long after the last key the search begins. */
const DELAY_MS = 250;

/** Searches, and offers what was found as buttons. */
export const SearchPicker = <T,>({ id: givenId, label, search, onPick, isInvalid = false, describedBy }: Props<T>) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), DELAY_MS);
  // nothing is searched once something was picked
  const searched = text === '' ? '' : settled;
  const found = useLoaded(searched, async (signal) => (searched === '' ? [] : search(searched, signal)));
  const results = found.data ?? [];
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={100}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // the search box is within the form of what is chosen
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p class="visually-hidden" role="status">
        {searched !== '' && found.data && fill(t().common.found, { count: results.length })}
      </p>
      {found.error && <ProblemNotice error={found.error} retry={found.reload} />}
      {searched !== '' && found.data && results.length === 0 && <p class="hint">{t().list.noMatches}</p>}
      {results.length > 0 && (
        <ul class="results" aria-label={label}>
          {results.map(({ id: key, label: name, detail, value }) => (
            <li key={key}>
              <button
                type="button"
                class="result"
                onClick={() => {
                  setText('');
                  onPick(value);
                  document.getElementById(id)?.focus();
                }}
              >
                <span>{name}</span>
                {detail && <span class="muted">{detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
