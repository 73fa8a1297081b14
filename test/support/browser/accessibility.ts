import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Finding = Readonly<{ id: string; nodes: readonly { target: unknown; failureSummary?: string }[] }>;

export const THEMES = ['light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Fails if axe-core finds something on the page. */
export const requireAccessible = async (page: Page, themes: readonly Theme[]): Promise<void> => {
  const source = await axeSource;
  // evaluated by the debugger, which the policy of the page does not concern
  await page.evaluate(source);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const findings = await page.evaluate<readonly Finding[]>('axe.run().then(({ violations }) => violations)');
    const texts = findings.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`),
    );
    expect(texts, `axe-core, ${colorScheme}`).to.deep.equal([]);
  }
};
