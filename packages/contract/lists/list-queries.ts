import { z } from 'zod';
import { commaList } from '../envelope.ts';
import type { FileColumnOf, List, SortOf } from './define-list.ts';

/** Parameters of calls that follow from the declaration of a list. */

/** The order of a list. */
export const sortQuery = <L extends List>(list: L) => ({
  sort: z.enum<readonly SortOf<L>[]>((list.sort?.by ?? []) as readonly SortOf<L>[]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});

/** Format and language of its file, and the zone of the times and of the day in its name. */
const fileForm = {
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  language: z.enum(['en', 'zh']).default('en'),
  time_zone: z.string().max(64).default('UTC'),
};

/** Columns of the file of a list. */
function columnsOf<L extends List>({ file }: L) {
  const all = (file?.columns ?? []) as readonly FileColumnOf<L>[];
  return { all, chosen: z.array(z.enum<readonly FileColumnOf<L>[]>(all)).min(1).max(all.length) };
}

/** The file of a list with chosen columns. */
export function fileQuery<L extends List>(list: L) {
  const { all, chosen } = columnsOf(list);
  return {
    /** Columns in the order of the file; all by default. */
    columns: commaList.pipe(chosen).default([...all]),
    ...fileForm,
  };
}

/** The same in a body. */
export function fileBody<L extends List>(list: L) {
  const { all, chosen } = columnsOf(list);
  return { columns: chosen.default([...all]), ...fileForm };
}
