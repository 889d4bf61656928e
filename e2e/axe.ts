import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** One element that violates a rule. */
export interface Finding {
  rule: string;
  /** A selector of the element. */
  where: string;
  html: string;
  /** The violations, one line each. */
  why: string;
}

/** Checks the contrast of colours only. */
export const CONTRAST = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly'];

/** What of a page axe checks: the elements of `only`, or all but those of `without`. */
export interface Part {
  only?: string;
  without?: readonly string[];
}

/**
 * The violations that axe finds in a page, or in a part of it. axe is injected once per page, and
 * only violations are returned: on eighty pages the transfer of the rest takes longer than the checks.
 */
export async function axeFindings(
  page: Page,
  runOnly: RunOptions['runOnly'],
  { only, without = [] }: Part = {},
): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const context = { ...(only && { include: [only] }), exclude: without };
  return page.evaluate<Finding[]>(`(async () => {
    const options = { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] };
    const { violations } = await axe.run(${JSON.stringify(context)}, options);
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
