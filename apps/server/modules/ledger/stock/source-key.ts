import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the party that brought goods, by the document of their receipt. Goods whose receipt was voided leave the place
 * of its party, though another one may bring them.
 */
export const sourceKey = (document: string, place: string): RawBuilder<string> => sql`coalesce(
  'enterprise/' || ${sql.ref(`${document}.enterprise_id`)}, 'customer/' || ${sql.ref(`${document}.customer_id`)},
  ${sql.ref(`${place}.key`)})`;
