import type { FieldError } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';

interface Location {
  code: string;
  maxKg?: string;
  /** Letters separated by commas; absent: all. */
  chemistries?: string;
}
interface Store {
  id: string;
  name: string;
  status: number;
  capacityKg: string | null;
  capacityPcs: number | null;
  locations: readonly Location[];
  kg: string;
  pieces: number;
}

/** Fill level of a store, percent, from which a warning is raised. */
const NEARLY_FULL_PCT = 90;

/**
 * Refuses goods that a store or a location cannot take: a disabled store, another chemistry, more mass or pieces than
 * its limit. The stores are locked, so that concurrent postings cannot both use the last space.
 * @returns warnings of stores that become nearly full
 * @throws conflict
 */
export async function checkStores(trx: Trx, tenantId: string, moves: readonly Move[]): Promise<FieldError[]> {
  const entering = moves.filter(({ from, to }) => to.storeId !== null && from.id !== to.id);
  const ids = [...new Set(entering.map(({ to }) => to.storeId as string))];
  if (ids.length === 0) return [];
  // Lock before reading: a transaction that waited here must see what others added meanwhile.
  await sql`select 1 from stores where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx);
  const { rows } =
    await sql<Store>`select s.id, s.name, s.status, trim_scale(s.capacity_kg)::text as "capacityKg",
      s.capacity_pcs as "capacityPcs", s.locations, coalesce(sum(t.kg), 0)::text as kg,
      coalesce(sum(t.pieces), 0)::int as pieces
    from stores s left join places p on p.store_id = s.id left join place_totals t on t.place_id = p.id
    where s.tenant_id = ${tenantId} and s.id = any(${ids}::uuid[]) and s.deleted_at is null
    group by s.id order by s.id`.execute(trx);
  const warnings: FieldError[] = [];
  for (const store of rows) {
    const come = entering.filter(({ to }) => to.storeId === store.id);
    const go = moves.filter(({ from, to }) => from.storeId === store.id && to.id !== from.id);
    warnings.push(...checkFill(store, come, go));
    await refuseChemistries(trx, store, come);
    await refuseLocations(trx, store, come, go);
  }
  return warnings;
}

const mass = (moves: readonly Move[]) => moves.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
const count = (moves: readonly Move[]) => moves.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0);

function checkFill(store: Store, come: readonly Move[], go: readonly Move[]): FieldError[] {
  if (store.status !== 1) throw refused('storeDisabled', `The store ${store.name} is disabled`);
  const kg = decimalOf(store.kg).plus(mass(come)).minus(mass(go));
  if (store.capacityKg !== null && kg.gt(store.capacityKg))
    throw refused(
      `storeMass?max=${store.capacityKg}&mass=${kg.toFixed()}`,
      `${store.name} holds ${store.capacityKg} kg; this would be ${kg.toFixed()} kg`,
    );
  const pieces = store.pieces + count(come) - count(go);
  if (store.capacityPcs !== null && pieces > store.capacityPcs)
    throw refused(
      `storePieces?max=${store.capacityPcs}&count=${pieces}`,
      `${store.name} holds ${store.capacityPcs} pieces; these would be ${pieces}`,
    );
  return [
    ...nearlyFull(store, 'Mass', decimalOf(store.kg), kg, store.capacityKg),
    ...nearlyFull(store, 'Pieces', decimalOf(store.pieces), decimalOf(pieces), store.capacityPcs),
  ];
}

/** No warning for goods that leave a nearly full store, or stay in it. */
function nearlyFull(
  { name }: Store,
  what: 'Mass' | 'Pieces',
  before: ReturnType<typeof decimalOf>,
  after: ReturnType<typeof decimalOf>,
  max: string | number | null,
): FieldError[] {
  const limit = decimalOf(max ?? 0)
    .times(NEARLY_FULL_PCT)
    .div(100);
  if (max === null || after.lte(before) || after.lt(limit)) return [];
  const values = { store: name, max: String(max), is: after.toFixed() };
  return [
    {
      path: 'lines',
      key: `rule.document.nearlyFull${what}?${new URLSearchParams(values)}`,
      message: `${name} is nearly full with this: ${values.is} of ${max} ${what === 'Mass' ? 'kg' : 'pieces'}`,
    },
  ];
}

/** Reports every line whose location cannot take its goods. */
async function refuseChemistries(trx: Trx, { locations }: Store, come: readonly Move[]): Promise<void> {
  const allowed = new Map(
    locations.flatMap(({ code, chemistries }) => (chemistries ? [[code, chemistries]] : [])),
  );
  const restricted = come.filter(({ to }) => allowed.has(to.code ?? ''));
  if (restricted.length === 0) return;
  const goods = JSON.stringify(
    restricted.map(({ lineId, itemId, to }) => ({ lineId, itemId, location: to.code })),
  );
  const { rows } = await sql<{ clientKey: string; location: string; chemistry: string | null }>`
    select l.client_key as "clientKey", g.location, coalesce(b.chemistry, lots.chemistry) as chemistry
      from json_to_recordset(${goods}::json) as g("lineId" uuid, "itemId" uuid, location text)
        join document_lines l on l.id = g."lineId" left join batteries b on b.id = g."itemId"
        left join lots on lots.id = g."itemId"
      order by l.place_in_list`.execute(trx);
  const fields = rows.flatMap(({ clientKey, location, chemistry }) => {
    const letters = allowed.get(location) as string;
    if (letters.split(',').includes(chemistry ?? '')) return [];
    return [
      {
        path: `lines.${clientKey}.location`,
        key: `rule.document.locationChemistry?${new URLSearchParams({ location, allowed: letters })}`,
        message: `Location ${location} takes batteries of the types ${letters} only`,
      },
    ];
  });
  if (fields[0]) throw new AppError('conflict', { message: fields[0].message, fields });
}

async function refuseLocations(trx: Trx, store: Store, come: readonly Move[], go: readonly Move[]) {
  const limited = store.locations.filter(
    ({ code, maxKg }) => maxKg !== undefined && come.some(({ to }) => to.code === code),
  );
  if (limited.length === 0) return;
  const { rows } = await sql<{ code: string; kg: string }>`select p.code, t.kg::text as kg
    from places p join place_totals t on t.place_id = p.id where p.store_id = ${store.id}`.execute(trx);
  const held = new Map(rows.map(({ code, kg }) => [code, kg]));
  for (const { code, maxKg } of limited) {
    const kg = decimalOf(held.get(code) ?? 0)
      .plus(mass(come.filter(({ to }) => to.code === code)))
      .minus(mass(go.filter(({ from }) => from.code === code)));
    if (kg.gt(maxKg as string))
      throw refused(
        `locationMass?${new URLSearchParams({ location: code, max: maxKg as string, mass: kg.toFixed() })}`,
        `Location ${code} bears ${maxKg} kg; this would be ${kg.toFixed()} kg`,
      );
  }
}

const refused = (key: string, message: string) => conflictError('lines', `rule.document.${key}`, message);
