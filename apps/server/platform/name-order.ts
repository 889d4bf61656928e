import { type RawBuilder, sql } from 'kysely';

/**
 * A name for ORDER BY: Chinese by pinyin, other scripts by their alphabet regardless of case, numbers by value. Long lists
 * have an index of the same expression. The console orders names alike (`compareNames` of apps/web/ui).
 */
export const inNameOrder = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`${name} collate names`;
