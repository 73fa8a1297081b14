import type { Locator, Page } from 'playwright-core';

export type InputMethod = 'mouse' | 'keyboard';

/** The path of a file, or its name and content. */
type ChosenFile = string | Readonly<{ name: string; mimeType: string; buffer: Buffer }>;

/** How a person operates a page. Each function waits until its target can be used. */
export type Input = Readonly<{
  click(target: Locator): Promise<void>;
  /** Replaces the text of an input. */
  fill(target: Locator, text: string): Promise<void>;
  /** Chooses an option of a select by its value or its text. */
  select(target: Locator, value: string): Promise<void>;
  /** Turns a checkbox or a radio button on. */
  check(target: Locator): Promise<void>;
  uncheck(target: Locator): Promise<void>;
  /** Chooses a file of this machine. */
  attach(target: Locator, file: ChosenFile): Promise<void>;
}>;

const MOUSE: Input = {
  click: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  select: async (target, value) => {
    await target.selectOption(value);
  },
  check: (target) => target.check(),
  uncheck: (target) => target.uncheck(),
  attach: async (target, file) => {
    const [chooser] = await Promise.all([target.page().waitForEvent('filechooser'), target.click()]);
    await chooser.setFiles(file);
  },
};

/** The members of an element of the page that are used; the tests have no types of the DOM. */
type PageNode = Readonly<{
  type?: string;
  name?: string;
  ownerDocument: Readonly<{ activeElement: PageNode }>;
  compareDocumentPosition(other: PageNode): number;
}>;

/**
 * The key that leads from the focus towards an element; null if it has the focus. Runs in the page. Tab leads to one
 * radio button of several with the same name.
 */
const keyTowards = (element: PageNode): 'Tab' | 'Shift+Tab' | null => {
  const { activeElement: active } = element.ownerDocument;
  const isOfGroup = element.type === 'radio' && active.type === 'radio' && active.name === element.name;
  if (active === element || isOfGroup) return null;
  const FOLLOWING = 4;
  return active.compareDocumentPosition(element) & FOLLOWING ? 'Tab' : 'Shift+Tab';
};

const MAX_KEYS = 400;

/** How often the focus may pass its target, such as when the page changes meanwhile. */
const MAX_TURNS = 6;

/** Moves the focus by the Tab key alone. @throws where no Tab leads to the target. */
const tabTo = async (target: Locator): Promise<Page> => {
  await target.waitFor();
  const page = target.page();
  let [turns, last] = [0, 'Tab'];
  for (let count = 0; count < MAX_KEYS && turns < MAX_TURNS; count += 1) {
    const key = await target.evaluate(keyTowards);
    if (key === null) return page;
    if (key !== last) turns += 1;
    last = key;
    await page.keyboard.press(key);
  }
  throw new Error(`No Tab reaches ${String(target)}.`);
};

/** Presses a key on an element that can be used. */
const pressOn = async (target: Locator, key: string): Promise<void> => {
  const page = await tabTo(target);
  await target.and(page.locator(':enabled:not([aria-disabled=true]), a, summary')).waitFor();
  // a rendering meanwhile may have replaced the element
  await tabTo(target);
  await page.keyboard.press(key);
};

const isOption = async (target: Locator): Promise<boolean> => (await target.getAttribute('role')) === 'option';

const MAX_OPTIONS = 300;

/** Presses the arrow key until an option is chosen. */
const arrowTo = async (target: Locator, isChosen: () => Promise<boolean>): Promise<void> => {
  for (let count = 0; count < MAX_OPTIONS; count += 1) {
    if (await isChosen()) return;
    await target.page().keyboard.press('ArrowDown');
  }
  throw new Error(`No arrow key chooses ${String(target)}.`);
};

/** What a select shows, by the value and by the text of its option. */
const chosenOf = async (target: Locator): Promise<readonly string[]> => {
  const option = target.locator('option:checked');
  return [await target.inputValue(), (await option.innerText()).trim()];
};

type OptionNode = Readonly<{ value?: string; textContent: string | null }>;

/** The text of the option with a value or a text. Runs in the page. */
const textOfOption = (options: readonly OptionNode[], value: string): string => {
  const option = options.find((each) => each.value === value || each.textContent?.trim() === value);
  return option?.textContent?.trim() ?? '';
};

/** Leads to an option of the list of the input that has the focus. */
const pickOption = async (target: Locator): Promise<void> => {
  await target.waitFor();
  await arrowTo(target, async () => (await target.getAttribute('aria-selected')) === 'true');
  await target.page().keyboard.press('Enter');
};

const KEYBOARD: Input = {
  click: async (target) => ((await isOption(target)) ? pickOption(target) : pressOn(target, 'Enter')),
  fill: async (target, text) => {
    const { keyboard } = await tabTo(target);
    // the parts of a time and their order differ by the language of the browser
    if ((await target.getAttribute('type')) === 'datetime-local') return target.fill(text);
    await keyboard.press('ControlOrMeta+A');
    if (text === '') await keyboard.press('Delete');
    else await keyboard.type(text);
  },
  select: async (target, value) => {
    const { keyboard } = await tabTo(target);
    const isChosen = async () => (await chosenOf(target)).includes(value);
    await keyboard.press('Home');
    if (await isChosen()) return;
    const text = await target.locator('option').evaluateAll(textOfOption, value);
    // leads to the first option with this letter
    await keyboard.type(text.slice(0, 1));
    await arrowTo(target, isChosen);
  },
  check: async (target) => {
    if (await target.isChecked()) return;
    if ((await target.getAttribute('type')) !== 'radio') return pressOn(target, 'Space');
    await tabTo(target);
    await arrowTo(target, () => target.isChecked());
  },
  uncheck: async (target) => {
    if (await target.isChecked()) await pressOn(target, 'Space');
  },
  attach: async (target, file) => {
    const [chooser] = await Promise.all([target.page().waitForEvent('filechooser'), pressOn(target, 'Enter')]);
    await chooser.setFiles(file);
  },
};

export const INPUTS: Readonly<Record<InputMethod, Input>> = { mouse: MOUSE, keyboard: KEYBOARD };
