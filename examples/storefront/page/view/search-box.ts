import { call, VISITOR } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { element } from './element.ts';
import { money } from './money.ts';

const PAUSE_MS = 150;

/** Where a suggestion leads, and what it says. */
type Suggestion = Readonly<{ href: string; text: string; hint?: string }>;

/** A search that suggests while the visitor types: an editable combobox with a list, as the ARIA guide describes it. */
export const searchBox = (): HTMLElement => {
  const list = element('ul', { id: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions', hidden: true });
  const status = element('span', { class: 'unseen', role: 'status' });
  const input = element('input', {
    ...{ name: 'q', value: new URLSearchParams(location.search).get('q') ?? '', maxlength: 200 },
    ...{ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'false' },
    ...{ 'aria-label': 'Search', placeholder: 'Search the shop', autocomplete: 'off', enterkeyhint: 'search' },
  });
  const form = element('form', { class: 'search', role: 'search', action: '/' }, input, list, status);
  form.append(element('button', { type: 'submit' }, 'Search'));
  const show = (suggestions: readonly Suggestion[]): void => {
    list.replaceChildren(...suggestions.map(optionOf));
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    input.removeAttribute('aria-activedescendant');
    status.textContent = list.hidden ? '' : `${suggestions.length} suggestions`;
  };
  suggestWhileTyping(input, show);
  input.addEventListener('blur', () => show([]));
  input.addEventListener('keydown', (event) => {
    const isHandled = !event.isComposing && handleKey(event.key, { input, list, close: () => show([]) });
    if (isHandled) event.preventDefault();
  });
  // the focus stays in the field, which otherwise closes the list before the click
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element) open(target.closest<HTMLElement>('[role=option]'));
  });
  return form;
};

const optionOf = ({ href, text, hint }: Suggestion, index: number): HTMLElement =>
  element(
    'li',
    { id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false', 'data-href': href },
    text,
    hint === undefined ? null : element('span', { class: 'count' }, hint),
  );

const open = (option: HTMLElement | null): void => {
  if (option !== null) location.assign(option.dataset['href'] ?? '/');
};

/** Only the latest text counts: it aborts the request of the one before. */
const suggestWhileTyping = (input: HTMLInputElement, show: (suggestions: readonly Suggestion[]) => void): void => {
  let typing = new AbortController();
  input.addEventListener('blur', () => typing.abort());
  input.addEventListener('input', async () => {
    typing.abort();
    typing = new AbortController();
    const { signal } = typing;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    const suggestions = await suggestionsFor(input.value.trim(), signal);
    if (!signal.aborted) show(suggestions);
  });
};

const suggestionsFor = async (q: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
  if (q === '') return [];
  try {
    const { completions, products } = await call(
      (api) => api.get('/api/products/suggest', { query: { q }, signal }),
      VISITOR,
    );
    return [
      ...completions.map((text) => ({ href: `/?${new URLSearchParams({ q: text })}`, text })),
      ...products.map(({ id, name, price_min, price, currency }) => ({
        href: `/products/${encodeURIComponent(id)}`,
        text: name,
        hint: money(price_min ?? price, currency),
      })),
    ];
  } catch (error) {
    // the search works without suggestions, and says itself what is wrong
    if (signal.aborted || error instanceof Problem) return [];
    throw error;
  }
};

type Box = Readonly<{ input: HTMLInputElement; list: HTMLElement; close: () => void }>;

/** The keys of the list, while it is open. @returns whether the key was one of them. */
const handleKey = (key: string, { input, list, close }: Box): boolean => {
  if (list.hidden) return false;
  const options = [...list.children].filter((child) => child instanceof HTMLElement);
  const active = options.findIndex(({ id }) => id === input.getAttribute('aria-activedescendant'));
  if (key === 'Escape') close();
  else if (key === 'Enter' && active >= 0) open(options[active] ?? null);
  // beyond either end is the field itself, as before the first option
  else if (key === 'ArrowDown') activate(input, options, active + 1);
  else if (key === 'ArrowUp') activate(input, options, active < 0 ? options.length - 1 : active - 1);
  else return false;
  return true;
};

const activate = (input: HTMLInputElement, options: readonly HTMLElement[], index: number): void => {
  const active = options[index];
  for (const option of options) option.setAttribute('aria-selected', String(option === active));
  if (active === undefined) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', active.id);
};
