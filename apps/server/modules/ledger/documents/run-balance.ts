import { type Balance, balanceOf, tolerancePctOf } from '@voltloop/resources/recycling-run/balance.ts';
import { recyclingRunKind } from '@voltloop/resources/recycling-run/recycling-run.resource.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Lot } from '../stock/index.ts';
import { type Document, findDocument } from './document.ts';
import { type Line, linesOf, postedMasses } from './lines.ts';

/** The balance of a run. @param masses by line id, where they differ from those of the lines */
export async function balanceOfRun(
  db: Db | Trx,
  document: Document,
  lines: readonly Line[],
  masses: ReadonlyMap<string, string>,
  lots: ReadonlyMap<string, Pick<Lot, 'basis' | 'material'>>,
): Promise<Balance> {
  const step = document.preset as string;
  const { rows } = await sql<{ pct: string }>`
    select trim_scale(l.tolerance_pct)::text as pct from balance_limits l
      join documents d on d.tenant_id = l.tenant_id and d.id = ${document.id}
      where l.step = ${step} and l.day <= d.day and l.deleted_at is null
      order by l.day desc limit 1`.execute(db);
  const goods = lines.map((line) => {
    const lot = lots.get(line.lotNo ?? '');
    return {
      side: line.side === 'out' ? ('out' as const) : ('in' as const),
      kg: masses.get(line.id) ?? line.kg,
      moisturePct: line.code === null ? line.moisturePct : null,
      basis: lot?.basis ?? line.basis,
      material: lot?.material ?? line.material,
    };
  });
  const { added_kg: addedKg, loss_kg: lossKg } = document as Record<string, string | null>;
  return balanceOf(
    goods,
    { addedKg: addedKg ?? null, lossKg: lossKg ?? null },
    tolerancePctOf(step, rows[0]?.pct),
  );
}

/** The current balance of a run, posted or not: its lines may still be incomplete. @throws notFound */
export async function balanceOfDocument(db: Db, ctx: Ctx, id: string): Promise<Balance> {
  const document = await findDocument(db, ctx.caller.tenantId, recyclingRunKind, id);
  const lines = await linesOf(db, document.id);
  const { rows } = await sql<{
    id: string;
    kg: string;
    lotNo: string | null;
    basis: string;
    material: string;
  }>`
    select l.id, coalesce(m.kg, l.kg, i.booked_kg, b.mass_kg)::text as kg, lots.lot_no as "lotNo", lots.basis, lots.material
      from document_lines l
        left join batteries b on b.tenant_id = l.tenant_id and b.battery_code = l.code and b.deleted_at is null
        left join items i on i.id = b.id
        left join ${postedMasses(id)} m on m.line_id = l.id and m.item_id = b.id
        left join lots on lots.tenant_id = l.tenant_id and lots.lot_no = l.lot_no
      where l.document_id = ${document.id}`.execute(db);
  const masses = new Map(rows.flatMap(({ id, kg }) => (kg === null ? [] : [[id, kg] as const])));
  const lots = new Map(rows.flatMap((row) => (row.lotNo === null ? [] : [[row.lotNo, row] as const])));
  return balanceOfRun(db, document, lines, masses, lots);
}
