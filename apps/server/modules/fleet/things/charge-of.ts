import { type RawBuilder, sql } from 'kysely';

/**
 * Columns with the state of charge of several batteries, of rows of `thing_state`: the rule of
 * `packages/domain/charge` in SQL, for fleets of any size.
 * @param state Alias of `thing_state`
 * @param online Condition of the rows that are included
 */
export function chargeOf(state: string, online: RawBuilder<unknown>): RawBuilder<unknown> {
  const soc = sql`${sql.ref(`${state}.soc_pct`)}::float8`;
  const left = sql`${sql.ref(`${state}.left_wh`)}::float8`;
  const rated = sql`${sql.ref(`${state}.rated_wh`)}::float8`;
  const charged = sql`${online} and ${soc} is not null`;
  const sized = sql`${charged} and ${rated} > 0`;
  const isOnly = sql`count(*) filter (where ${charged}) = 1`;
  const counted = sql`case when ${isOnly} then 1 else count(*) filter (where ${sized}) end`;
  const whole = (value: RawBuilder<unknown>) => sql`case
    when ${isOnly} then max(${value}) filter (where ${charged})
    when count(*) filter (where ${sized} and ${value} is not null) = count(*) filter (where ${sized})
    then sum(${value}) filter (where ${sized}) end`;
  return sql`(case when ${isOnly} then max(${soc}) filter (where ${charged})
      else sum(${soc} * ${rated}) filter (where ${sized}) / sum(${rated}) filter (where ${sized}) end) as soc_pct,
    (${whole(left)}) as left_wh, (${whole(rated)}) as rated_wh,
    (count(*) filter (where ${online}))::int as batteries, (${counted})::int as counted`;
}
