import { useId, useState } from 'preact/hooks';
import { useDebounced } from '../app/use-debounced.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { fill, t } from '../text/text.ts';
import { Combobox, type Found } from './combobox.tsx';
import { ProblemNotice } from './problem-notice.tsx';

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

const NOTHING: readonly never[] = [];

/** Searches, and offers what was found. */
export const SearchPicker = <T,>({ id: givenId, label, search, onPick, isInvalid = false, describedBy }: Props<T>) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), DELAY_MS);
  // nothing is searched once something was picked
  const searched = text === '' ? '' : settled;
  const found = useLoaded(searched, async (signal) => (searched === '' ? NOTHING : search(searched, signal)));
  const results = found.data ?? NOTHING;
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <Combobox
        id={id}
        text={text}
        onText={setText}
        options={results}
        onPick={(value) => {
          setText('');
          onPick(value);
        }}
        isInvalid={isInvalid}
        describedBy={describedBy}
      />
      <p class="visually-hidden" role="status">
        {searched !== '' && found.data && fill(t().common.found, { count: results.length })}
      </p>
      {found.error && <ProblemNotice error={found.error} retry={found.reload} />}
      {searched !== '' && found.data && results.length === 0 && <p class="hint">{t().list.noMatches}</p>}
    </div>
  );
};
