import {
  type Draft,
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  type Values,
} from '@voltloop/resource-kit';

interface Part {
  childId: string;
  quantity: number;
}
const partsOf = (values: Values) => (values.lines ?? []) as readonly Part[];
const problem = problemOf('bom');

/** Problems with the parts of one list, given the product types of categories (1 pack, 2 module, 3 cell). */
export function partProblems(values: Values, types: ReadonlyMap<string, number>): Problem[] {
  const whole = types.get(String(values.parentId));
  const problems: Problem[] = [];
  const seen = new Set<string>();
  if (whole === 3) problems.push(problem('parentId', 'cell', 'A cell cannot be made of parts'));
  for (const [i, { childId }] of partsOf(values).entries()) {
    const at = `lines.${i}.childId`;
    const part = types.get(childId);
    if (seen.has(childId)) problems.push(problem(at, 'twice', 'This part is in the list already'));
    else if (whole !== undefined && part !== undefined && whole !== 3 && part <= whole)
      problems.push(problem(at, 'level', 'A pack is made of modules and cells, a module of cells'));
    seen.add(childId);
  }
  return problems;
}

async function productTypes({ tenantId, query }: Facts, drafts: readonly Draft[]) {
  const ids = drafts.flatMap(({ values }) => [
    String(values.parentId),
    ...partsOf(values).map(({ childId }) => childId),
  ]);
  const rows = await query<{ id: string; type: number }>(
    `select id, product_type as type from device_categories where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** Indexes of the drafts whose category would contain itself, through lists in force or among these drafts. */
async function circles({ tenantId, query }: Facts, drafts: readonly Draft[]): Promise<Set<number>> {
  const edges = drafts.flatMap(({ values }, place) =>
    partsOf(values).map(({ childId }) => ({ place, whole: values.parentId, part: childId })),
  );
  const rewritten = drafts.flatMap(({ before }) => (before ? [before.id] : []));
  const rows = await query<{ place: number }>(
    `with recursive given as (
       select place, whole, part from jsonb_to_recordset($2::jsonb) as e(place int, whole uuid, part uuid)
     ), edges as (
       select whole, part from given
       union
       select b.parent_id, (line->>'childId')::uuid from boms b cross join jsonb_array_elements(b.lines) line
       where b.tenant_id = $1 and b.deleted_at is null and b.status <> 3 and b.id <> all($3::uuid[])
     ), within as (
       select place, whole, part from given
       union
       select w.place, w.whole, e.part from within w join edges e on e.whole = w.part
     )
     select distinct place from within where whole = part`,
    [tenantId, JSON.stringify(edges), rewritten],
  );
  return new Set(rows.map(({ place }) => place));
}

/**
 * A list of parts is editable while it is a draft. One list of a category is in force: releasing another one
 * makes it void.
 */
export const bomRules: Rules = {
  async check(facts, drafts) {
    const types = await productTypes(facts, drafts);
    const inCircle = await circles(facts, drafts);
    return drafts.map(({ values }, place) => [
      ...partProblems(values, types),
      ...(inCircle.has(place) ? [problem('lines', 'circle', 'The category would contain itself')] : []),
    ]);
  },
  steps: {
    release: {
      async may({ query }, rows) {
        // Serialises concurrent releases of one category: the second sees the first.
        await query('select 1 from device_categories where id = any($1::uuid[]) order by id for update', [
          rows.map(({ parentId }) => parentId),
        ]);
        return rows.map((row) =>
          partsOf(row).length === 0 ? problem('lines', 'empty', 'Add at least one part') : null,
        );
      },
      async effect({ tenantId, now, query }, rows) {
        // Of several lists of one category that are released together, the last one is in force.
        const inForce = new Map(rows.map(({ id, parentId }) => [String(parentId), id]));
        const replaced = await query<{ id: string; by: string }>(
          `update boms b set status = 3, version = version + 1, update_time = $4
            from unnest($2::uuid[], $3::uuid[]) as kept(parent, id)
            where b.tenant_id = $1 and b.parent_id = kept.parent and b.id <> kept.id and b.status = 2
              and b.deleted_at is null
            returning b.id, kept.id as by`,
          [tenantId, [...inForce.keys()], [...inForce.values()], now],
        );
        return replaced.map(({ id, by }) => ({ id, by, changes: { status: { from: 2, to: 3 } } }));
      },
    },
  },
};
