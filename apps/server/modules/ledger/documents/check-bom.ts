import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { Product } from './check-production.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import type { Line } from './lines.ts';
import type { Component } from './read-production.ts';

interface BomPart {
  categoryId: string;
  productType: number;
  name: string;
  quantity: number;
}

/**
 * Checks that each product is made of exactly the parts of the document's list. Components without a category count
 * by their level.
 */
export async function checkBom(
  trx: Trx,
  tenantId: string,
  { bom_id }: Document,
  products: readonly Product[],
  components: ReadonlyMap<string, Component>,
): Promise<{ line: Line; plan: LineProblem }[]> {
  if (bom_id === null || bom_id === undefined) return [];
  const { rows } = await sql<BomPart>`
    select c.id as "categoryId", c.product_type as "productType", c.category_name as name,
        (part ->> 'quantity')::int as quantity
      from boms b cross join jsonb_array_elements(b.lines) part
        join device_categories c on c.id = (part ->> 'childId')::uuid
      where b.tenant_id = ${tenantId} and b.id = ${bom_id as string}`.execute(trx);
  return products.flatMap(({ line, components: own }) => {
    const found = differs(
      rows,
      own.map((each) => ({
        ...(components.get(each.id) as Component),
        quantity: each.code === null ? (each.pieces ?? 0) : 1,
      })),
    );
    return found ? [{ line, plan: found }] : [];
  });
}

/** Pure: missing and surplus parts of a product. */
export function differs(
  bom: readonly BomPart[],
  components: readonly (Pick<Component, 'categoryId' | 'productType'> & { quantity: number })[],
): LineProblem | null {
  const open = new Map(bom.map((part) => [part.categoryId, part.quantity]));
  const uncategorised = new Map<number | null, number>();
  for (const { categoryId, productType, quantity } of components) {
    if (categoryId !== null && open.has(categoryId))
      open.set(categoryId, (open.get(categoryId) as number) - quantity);
    else if (categoryId !== null)
      return problem('code', 'notInBom', 'A component of it is not in the list of parts');
    else uncategorised.set(productType, (uncategorised.get(productType) ?? 0) + quantity);
  }
  for (const { categoryId, productType } of bom) {
    const taken = Math.min(Math.max(open.get(categoryId) ?? 0, 0), uncategorised.get(productType) ?? 0);
    open.set(categoryId, (open.get(categoryId) as number) - taken);
    uncategorised.set(productType, (uncategorised.get(productType) ?? 0) - taken);
  }
  const short = bom.find(({ categoryId }) => (open.get(categoryId) ?? 0) > 0);
  if (short)
    return problem(
      'code',
      `bomShort?${new URLSearchParams({ part: short.name, count: String(open.get(short.categoryId)) })}`,
      `It lacks ${open.get(short.categoryId)} of ${short.name}`,
    );
  const surplus =
    [...open.values()].reduce((sum, each) => sum + Math.max(-each, 0), 0) +
    [...uncategorised.values()].reduce((sum, each) => sum + each, 0);
  return surplus > 0
    ? problem('code', `bomSurplus?count=${surplus}`, `It has ${surplus} more parts than its list`)
    : null;
}
