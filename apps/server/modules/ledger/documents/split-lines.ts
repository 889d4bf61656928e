import { decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { Delivered } from './deliveries.ts';
import type { Line } from './lines.ts';

/** Lines that each return goods of one delivery at most. */
export interface Split {
  lines: readonly Line[];
  back: readonly Delivered[];
  /** The mass of lots that matches no delivery, by the line it was entered in. */
  unmatched: ReadonlyMap<Line, string>;
}

/**
 * Splits lines by mass that return goods of several deliveries, or of some that match none: a line refers to one
 * delivery.
 */
export async function splitLines(
  trx: Trx,
  documentId: string,
  lines: readonly Line[],
  back: readonly Delivered[],
): Promise<Split> {
  const byLine = Map.groupBy(back, ({ lineId }) => lineId);
  const unmatched = new Map<Line, string>();
  const masses = new Map<string, string[]>();
  for (const line of lines) {
    const own = byLine.get(line.id) ?? [];
    if (line.code !== null || own.length === 0) continue;
    const rest = own.reduce((kg, { quantity }) => kg.minus(quantity), decimalOf(line.kg));
    if (rest.gt(0)) unmatched.set(line, rest.toFixed());
    masses.set(line.id, [...own.map(({ quantity }) => quantity), ...(rest.gt(0) ? [rest.toFixed()] : [])]);
  }
  const { lines: whole, ids } = await splitByMass(trx, documentId, lines, masses);
  const parts = [...byLine].flatMap(([lineId, own]) =>
    own.map((each, n): Delivered => ({ ...each, lineId: ids.get(lineId)?.[n] ?? lineId })),
  );
  return { lines: whole, back: parts, unmatched };
}

/**
 * Splits lines into parts of these masses.
 * @param masses by line id; lines with one or none stay as they are
 * @returns all lines, and the ids of the parts by that of the line
 */
export async function splitByMass(
  trx: Trx,
  documentId: string,
  lines: readonly Line[],
  masses: ReadonlyMap<string, readonly string[]>,
): Promise<{ lines: Line[]; ids: ReadonlyMap<string, readonly string[]> }> {
  const added: { id: string; of: string; kg: string }[] = [];
  const ids = new Map<string, string[]>();
  const whole = lines.flatMap((line): Line[] => {
    const own = masses.get(line.id) ?? [];
    if (own.length < 2) return [line];
    const parts = own.map((kg, n): Line => {
      if (n === 0) return { ...line, kg };
      const id = crypto.randomUUID();
      added.push({ id, of: line.id, kg });
      return { ...line, id, kg, clientKey: id, pieces: null };
    });
    ids.set(
      line.id,
      parts.map(({ id }) => id),
    );
    return parts;
  });
  if (added.length > 0) {
    const given = sql`json_to_recordset(${JSON.stringify(added)}::json) as a(id uuid, of uuid, kg numeric)`;
    await sql`insert into document_lines
      select line.* from ${given} join document_lines l on l.id = a.of,
        json_populate_record(l, json_build_object('id', a.id, 'client_key', a.id, 'kg', a.kg, 'pieces', null)) line`.execute(
      trx,
    );
    const places = JSON.stringify(whole.map(({ id, kg }, n) => ({ id, kg, place: n + 1 })));
    await sql`update document_lines l set kg = g.kg, place_in_list = g.place
      from json_to_recordset(${places}::json) as g(id uuid, kg numeric, place int)
      where l.id = g.id and l.document_id = ${documentId}`.execute(trx);
  }
  return { lines: whole, ids };
}
