import MiniSearch from 'minisearch';
import { findParts, SEARCH_OPTIONS } from './search-engine.ts';

const INDEX = '/docs/assets/search.json';
const MAX_RESULTS = 12;

type Index = MiniSearch;

/** The search over all pages; its index is read when it is first opened. */
export const addSearch = (): void => {
  const open = document.querySelector<HTMLButtonElement>('button.find');
  if (open === null) return;
  const { dialog, input, results } = makeDialog();
  document.body.append(dialog);
  let index: Promise<Index> | undefined;
  const show = (): void => {
    index ??= readIndex();
    index.catch(() => {
      index = undefined;
      results.replaceChildren(item('The search cannot be loaded. Try again.'));
    });
    dialog.showModal();
    input.select();
  };
  open.disabled = false;
  open.addEventListener('click', show);
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut || dialog.open || isTyping(event.target)) return;
    event.preventDefault();
    show();
  });
  input.addEventListener('input', async () => {
    const text = input.value;
    const read = await index;
    const found = read === undefined ? [] : findParts(read, text).slice(0, MAX_RESULTS);
    if (text !== input.value) return;
    results.replaceChildren(...found.map(({ id, title, page }) => linkTo(String(id), title, page)));
    if (found.length === 0 && text.trim() !== '') results.append(item('Nothing found. Try other words.'));
  });
  dialog.addEventListener('keydown', (event) => moveFocus(event, [input, ...results.querySelectorAll('a')]));
  // a link to another part of the same page does not leave it
  results.addEventListener('click', () => dialog.close());
};

const readIndex = async (): Promise<Index> => {
  const response = await fetch(INDEX);
  if (!response.ok) throw new Error(`The index of the search has the status ${response.status}.`);
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
};

const makeDialog = () => {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search guides, operations, errors, events';
  input.setAttribute('aria-label', 'Search');
  const results = document.createElement('ul');
  dialog.append(input, results);
  return { dialog, input, results };
};

const item = (...content: (Node | string)[]): HTMLLIElement => {
  const element = document.createElement('li');
  element.append(...content);
  return element;
};

const linkTo = (address: string, title: string, page: string): HTMLLIElement => {
  const link = document.createElement('a');
  link.href = address;
  const where = document.createElement('span');
  where.textContent = page;
  link.append(title, where);
  return item(link);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable);

const moveFocus = (event: KeyboardEvent, stops: readonly HTMLElement[]): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' && document.activeElement === stops[0]) stops[1]?.click();
  if (step === undefined) return;
  event.preventDefault();
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
};
