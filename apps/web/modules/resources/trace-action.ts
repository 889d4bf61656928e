import { IconRoute } from '@tabler/icons-react';
import { rights } from '@voltloop/contract/rights.ts';
import type { Action } from './views.ts';

/** The page with the whole life of a record. */
export const tracePath = (kind: string, id: string) => `/backoffice/trace/${kind}/${id}`;

/** For the views of a resource: opens the whole life behind one of its rows. */
export const traceAction = (kind: string, when?: Action['when']): Action => ({
  id: 'trace',
  label: { en: 'Trace', zh: '溯源' },
  Icon: IconRoute,
  right: rights.query.see,
  at: ['row'],
  daily: true,
  quiet: true,
  ...(when ? { when } : {}),
  to: ([row]) => tracePath(kind, row?.id ?? ''),
});
