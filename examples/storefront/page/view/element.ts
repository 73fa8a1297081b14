type Child = Node | string | null | undefined;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with its attributes and children. Text becomes text nodes, never HTML; `true` is an attribute without a value. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

/** A button that runs an action on a click, one at a time. */
export const actionButton = (
  label: string,
  action: () => Promise<void>,
  attributes: Attributes = {},
): HTMLButtonElement => {
  const button = element('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', () => void whileDisabled(button, action));
  return button;
};

export const whileDisabled = async (button: HTMLButtonElement, action: () => Promise<void>): Promise<void> => {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await action();
  } finally {
    button.disabled = false;
  }
};

/** What a visitor must read at once, also with a screen reader. */
export const alert = (message: string): HTMLElement => element('p', { class: 'alert', role: 'alert' }, message);
