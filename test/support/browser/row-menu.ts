import type { Locator } from 'playwright-core';
import type { Input } from '../input.ts';

/** Chooses an action in the menu of a row. */
export const chooseOfRow = async ({ click }: Pick<Input, 'click'>, row: Locator, action: string): Promise<void> => {
  await click(row.locator('summary'));
  await click(row.getByRole('button', { name: action }));
};
