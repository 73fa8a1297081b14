const KEY = 'commerce-docs-key';

/** Each read can be tried with a key of the visitor’s, which stays in the tab. */
export const addTries = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.try')) {
    const section = button.closest('section');
    const path = section?.querySelector('.endpoint code')?.textContent ?? '';
    if (section !== null) button.addEventListener('click', () => button.replaceWith(makeForm(section, path)));
    button.disabled = false;
  }
};

const makeForm = (section: Element, path: string): HTMLElement => {
  const form = document.createElement('form');
  form.className = 'try-form';
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fields = names.map((name) => makeField(name, name));
  for (const { input } of fields) input.required = true;
  const query = makeField('Query, such as limit=2', `${section.id}-query`);
  const key = makeField('API key', 'key', 'password');
  key.input.value = sessionStorage.getItem(KEY) ?? '';
  const send = document.createElement('button');
  send.textContent = 'Send';
  const output = document.createElement('pre');
  output.tabIndex = 0;
  output.setAttribute('aria-live', 'polite');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    sessionStorage.setItem(KEY, key.input.value);
    const at = fields.reduce(
      (text, { input }, index) => text.replace(`{${names[index]}}`, encodeURIComponent(input.value)),
      path,
    );
    output.textContent = 'Waiting …';
    output.textContent = await responseOf(
      query.input.value === '' ? at : `${at}?${query.input.value}`,
      key.input.value,
    );
  });
  form.append(...[...fields, query, key].map(({ label }) => label), send, output);
  return form;
};

const makeField = (text: string, name: string, type = 'text') => {
  const label = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, { type, name, autocomplete: 'off', spellcheck: false });
  label.append(text, input);
  return { label, input };
};

const responseOf = async (address: string, key: string): Promise<string> => {
  try {
    const response = await fetch(address, {
      headers: { Accept: '*/*', ...(key === '' ? {} : { Authorization: `Bearer ${key}` }) },
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    const isJson = /json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '');
    return `${response.status}\n${isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text}`;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? 'No response within 15 seconds.'
      : 'The service cannot be reached.';
  }
};
