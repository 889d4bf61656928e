import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** One element that breaks a rule. */
export interface Finding {
  rule: string;
  /** A selector of the element. */
  where: string;
  html: string;
  /** What is wrong with it, a line for each fault. */
  why: string;
}

/**
 * What axe finds in the whole page. It is sent to a page once, and only what is wrong comes back: on eighty pages the
 * rest takes longer than the looking.
 */
export async function axeFindings(page: Page, runOnly: RunOptions['runOnly']): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate<Finding[]>(`(async () => {
    const options = { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary = '' }) => ({
        rule: id,
        where: target.join(' '),
        html,
        why: failureSummary.split('\\n').slice(1).map((line) => line.trim()).join(' '),
      })),
    );
  })()`);
}
