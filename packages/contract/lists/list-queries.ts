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

/** The file of a list with chosen columns. */
export function fileQuery<L extends List>({ file }: L) {
  const columns = (file?.columns ?? []) as readonly FileColumnOf<L>[];
  return {
    /** Columns in the order of the file; all by default. */
    columns: commaList
      .pipe(z.array(z.enum<readonly FileColumnOf<L>[]>(columns)).min(1).max(columns.length))
      .default([...columns]),
    ...fileForm,
  };
}
