import { type Draft, type Facts, type Problem, problemOf, type Rules } from '@voltloop/resource-kit';

const problem = problemOf('passport');

const idsOf = (drafts: readonly Draft[], field: string) => [
  ...new Set(drafts.flatMap(({ values }) => (typeof values[field] === 'string' ? [values[field]] : []))),
];

/** Categories and states of the batteries, and categories of the models, by id. */
async function namedIn({ tenantId, query }: Facts, drafts: readonly Draft[]) {
  const batteries = await query<{ id: string; category: string | null; state: string }>(
    `select id, category_id as category, state from batteries
      where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null for share`,
    [tenantId, idsOf(drafts, 'batteryId')],
  );
  const models = await query<{ id: string; category: string }>(
    `select id, category_id as category from passport_models where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, idsOf(drafts, 'modelId')],
  );
  return {
    batteries: new Map(batteries.map((row) => [row.id, row])),
    models: new Map(models.map((row) => [row.id, row.category])),
  };
}

/** Creating a passport issues it; the database assigns its address and copies the battery's data (migration 0220). */
export const passportRules: Rules = {
  async check(facts, drafts) {
    const { batteries, models } = await namedIn(facts, drafts);
    return drafts.map(({ values, before }) => {
      const battery = batteries.get(String(values.batteryId));
      const category = models.get(String(values.modelId));
      const problems: Problem[] = [];
      if (!before && battery?.state === 'recycled')
        problems.push(problem('batteryId', 'recycled', 'Recycled batteries get no passport'));
      if (battery?.category && category && battery.category !== category)
        problems.push(
          problem('modelId', 'category', 'The battery is of a different product category from this model'),
        );
      return problems;
    });
  },
  async written({ query }, rows) {
    const made = rows.flatMap(({ before, after }) => (before ? [] : [after.id]));
    if (made.length === 0) return;
    await query(
      `insert into passport_events (passport_id, status, day, at)
        select id, status, (create_time at time zone 'Asia/Shanghai')::date, create_time from passports where id = any($1::uuid[])`,
      [made],
    );
  },
  steps: {
    withdraw: {
      async effect({ query, now }, rows) {
        await query(
          `insert into passport_events (passport_id, status, day, at)
            select id, 'withdrawn', ($2::timestamptz at time zone 'Asia/Shanghai')::date, $2 from unnest($1::uuid[]) id`,
          [rows.map(({ id }) => id), now],
        );
      },
    },
  },
};
