import type { Facts } from '@voltloop/resource-kit';

/** An echelon product that names an original code. */
interface Use {
  id: string;
  by: string;
}

/** Existing products that were made of the batteries with these codes, by code; a recycled product has released its own. */
export async function usedAsOriginal(
  { query, tenantId }: Facts,
  codes: readonly string[],
): Promise<Map<string, Use[]>> {
  if (codes.length === 0) return new Map();
  const rows = await query<Use & { code: string }>(
    `select b.id, b.battery_code as by, o.line ->> 'code' as code
       from batteries b, jsonb_array_elements(b.original_codes) o (line)
       where b.tenant_id = $1 and b.deleted_at is null and b.state <> 'recycled' and b.original_codes <> '[]'
         and b.original_codes @> any($2::jsonb[]) and o.line ->> 'code' = any($3::text[])
       order by b.battery_code`,
    [tenantId, codes.map((code) => JSON.stringify([{ code }])), codes],
  );
  return Map.groupBy(rows, ({ code }) => code);
}
