import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { t } from '../text/text.ts';
import { findHits, type Hit, screenHits } from './search-hits.ts';
import { useLoaded } from './use-loaded.ts';

const DELAY_MS = 150;

/** The button of the search, which Ctrl-K opens too. */
export const Search = () => {
  const [isOpen, setOpen] = useState(false);
  // as soon as the page shows the button
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // another dialog would be covered, and lost with its screen; one that the browser has closed opens again
      if (document.querySelector('dialog') === null) setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" class="button search-button" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>{t().search.open}</span> <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
};

const SearchDialog = ({ onClose }: Readonly<{ onClose: () => void }>) => {
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [isAwaited, setAwaited] = useState(false);
  const { data, error, reload } = useLoaded(
    query,
    async (signal) => ({
      query,
      groups: /[\p{L}\p{N}]/u.test(query) ? await findHits(query, signal) : undefined,
    }),
    { keepsFormer: true },
  );
  // what the page knows is there before the service responds
  const groups = [...screenHits(text.trim()), ...(data?.groups ?? [])];
  const hits = groups.flatMap((group) => group.hits);
  const isCurrent = data?.query === text.trim();
  const open = ({ href }: Hit): void => {
    onClose();
    route(href);
  };
  // Enter was pressed before the results of the text were there
  useEffect(() => {
    if (!isAwaited || !isCurrent) return;
    setAwaited(false);
    if (hits[0] !== undefined) open(hits[0]);
  }, [isAwaited, isCurrent]);
  const chosenId = hits[chosen] && `hit-${hits[chosen].id}`;
  useLayoutEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hit = hits[chosen];
    // those of a former text are about to be replaced
    if (step !== undefined && isCurrent && hits.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!isCurrent) setAwaited(true);
      else if (hit !== undefined) open(hit);
    }
  };
  return (
    <Dialog title={t().search.open} onClose={onClose}>
      <input
        type="text"
        class="search-input"
        role="combobox"
        aria-label={t().search.label}
        aria-expanded={hits.length > 0}
        aria-controls="search-hits"
        aria-activedescendant={chosenId}
        placeholder={t().search.label}
        maxLength={100}
        value={text}
        onInput={(event) => {
          setChosen(0);
          setAwaited(false);
          setText(event.currentTarget.value);
        }}
        onKeyDown={move}
      />
      <div id="search-hits" role="listbox" aria-label={t().search.hits} aria-busy={!isCurrent} class="hits">
        {groups.map(({ label, hits: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups and no fieldsets
          <div key={label} role="group" aria-label={label}>
            <h3 role="presentation">{label}</h3>
            {own.map((hit) => (
              <a
                key={hit.id}
                id={`hit-${hit.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={hits[chosen]?.id === hit.id}
                href={hit.href}
                onClick={onClose}
              >
                <Icon name={hit.icon} />
                <span>{hit.title}</span> <span class="muted">{hit.remark}</span>
              </a>
            ))}
          </div>
        ))}
      </div>
      {error && <ProblemNotice error={error} retry={reload} />}
      <p class="muted" role="status">
        {data?.groups && isCurrent && hits.length === 0 && t().search.nothing}
      </p>
    </Dialog>
  );
};
