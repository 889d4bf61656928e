import { sql } from 'kysely';

/** SQL: the last move of a battery's item `i`, as `m`, as if voided documents had never been posted. */
export const lastValidMove = sql`lateral (
  select own.* from moves own
      join documents posted on posted.id = own.document_id and posted.status = 'posted' and posted.reverses_id is null
    where own.item_id = i.id and own.n is not null order by own.n desc limit 1
) m`;
