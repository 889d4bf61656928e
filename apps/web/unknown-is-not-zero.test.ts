import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const web = import.meta.dirname;

/** Places that use 0 for data that may be loading or have failed, with the reason why no user reads it as a figure. */
const reviewed: Record<string, string> = {
  'modules/accounts/account-picker.tsx': 'a note about further ones, above 0 only',
  'modules/accounts/webhooks-card.tsx': 'disables a button at the maximum',
  'modules/backoffice/home/work-card.tsx': 'says that nothing is left only when all have answered',
  'modules/documents/print/print-dialog.tsx': 'key of a query that waits for the row',
  'modules/events/event-bell.tsx': 'labelled as unknown, without a number',
  'modules/exports/exports-page.tsx': 'disables a button at the maximum',
  'modules/resources/detail/record-summary.tsx': 'lists only what is known',
  'modules/sites/cost-card.tsx': 'a note shown above 0 only',
  'modules/statistics/stock-tab.tsx': 'tiles show that they are loading',
  'modules/statistics/works-tab.tsx': 'tiles show that they are loading',
  'modules/things/values-tab.tsx': 'time beside a value that came with it',
};

/** `data?.x ?? 0`; the total of a list is for its pager, which shows nothing at 0. */
const unknownAsZero = /\b(data|work)\b(\?\.[\w.[\]?]+|) \?\? 0/g;

it('data that are loading or have failed are nowhere a zero, except in reviewed places', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(modules|ui|shell)\/.*\.tsx$/.test(file) && !file.includes('.test.'),
  );
  const found = files.filter((file) =>
    [...readFileSync(path.join(web, file), 'utf8').matchAll(unknownAsZero)].some(
      ([use]) => !/\.total \?\? 0$/.test(use),
    ),
  );
  expect(found.sort()).toEqual(Object.keys(reviewed).sort());
});
