import type { Locator, Page } from 'playwright-core';
import type { Input } from '../input.ts';

/** Chooses an action in the menu of a row. */
export const chooseOfRow = async ({ click }: Pick<Input, 'click'>, row: Locator, action: string): Promise<void> => {
  await click(row.locator('summary'));
  await click(row.getByRole('button', { name: action }));
};

/** Chooses an action in the menu beside the other buttons of a screen. */
export const chooseOfScreen = async ({ click }: Pick<Input, 'click'>, page: Page, action: string): Promise<void> => {
  await click(page.locator('.screen-header summary'));
  await click(page.locator('.screen-header').getByRole('button', { name: action }));
};
