import type { Draft, Facts, Problem, StoredRow, Values } from '@voltloop/resource-kit';
import { distinct, wrong } from './words.ts';

/** What a store bears: whether it is in use, its places, their chemistries, and how much it and they hold. */

interface Place {
  code: string;
  maxKg?: string;
  chemistries?: string;
}
interface Store {
  id: string;
  status: number;
  capacityKg: string | null;
  capacityPcs: number | null;
  locations: readonly Place[];
}
interface Content {
  pieces: number;
  grams: bigint;
}
interface Held {
  store: Store;
  whole: Content;
  places: Map<string, Content>;
}

/** States in which a battery is not in the store that it names. */
const away: readonly string[] = ['in_use', 'sold', 'recycled'];
const isAway = ({ state }: Values) => away.includes(String(state));

/** A decimal with at most three places, in thousandths: masses are added exactly. */
function grams(kg: unknown): bigint {
  const [whole = '0', decimals = ''] = String(kg ?? 0).split('.');
  return BigInt(whole + decimals.padEnd(3, '0'));
}
const kilograms = (g: bigint) => `${g / 1000n}.${String(g % 1000n).padStart(3, '0')}`.replace(/\.?0+$/, '');

/**
 * What stores hold, as of this operation: what earlier rows of it bring in is added. The rows of the stores are locked,
 * so that two operations never fill the last place both.
 */
const known = new WeakMap<Facts, Map<string, Held>>();

async function heldIn(
  facts: Facts,
  ids: readonly string[],
  apart: readonly string[],
): Promise<Map<string, Held>> {
  const held = known.get(facts) ?? new Map<string, Held>();
  known.set(facts, held);
  const open = ids.filter((id) => !held.has(id));
  if (open.length === 0) return held;
  const { query, tenantId } = facts;
  const stores = await query<Store>(
    `select id, status, capacity_kg::text as "capacityKg", capacity_pcs as "capacityPcs", locations from stores
       where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for no key update`,
    [tenantId, open],
  );
  for (const store of stores)
    held.set(store.id, { store, whole: { pieces: 0, grams: 0n }, places: new Map() });
  const limited = stores.filter(
    ({ capacityKg, capacityPcs, locations }) =>
      capacityKg !== null || capacityPcs !== null || locations.some(({ maxKg }) => maxKg !== undefined),
  );
  if (limited.length === 0) return held;
  // The mass of a whole contains that of its parts, and it is one piece with them.
  const contents = await query<{ store: string; place: string; pieces: number; kg: string }>(
    `select b.store_id as store, coalesce(b.location, '') as place, count(*)::int as pieces,
         coalesce(sum(b.mass_kg), 0)::text as kg
       from batteries b
       where b.tenant_id = $1 and b.store_id = any($2::uuid[]) and b.deleted_at is null
         and b.state <> all($3::text[]) and b.id <> all($4::uuid[])
         and not exists (select 1 from batteries p where p.id = b.parent_id and p.store_id = b.store_id
           and p.deleted_at is null and p.state <> all($3::text[]))
       group by 1, 2`,
    [tenantId, limited.map(({ id }) => id), away, apart],
  );
  for (const { store, place, pieces, kg } of contents) add(held.get(store) as Held, place, pieces, grams(kg));
  return held;
}

function contentOf({ places }: Held, place: string): Content {
  const content = places.get(place) ?? { pieces: 0, grams: 0n };
  places.set(place, content);
  return content;
}

function add(held: Held, place: string, pieces: number, mass: bigint): void {
  for (const content of [held.whole, contentOf(held, place)]) {
    content.pieces += pieces;
    content.grams += mass;
  }
}

/** Wholes that stand in a store themselves, with the store. */
async function storesOfWholes(
  { query, tenantId }: Facts,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; store: string }>(
    `select id, store_id as store from batteries
       where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null and store_id is not null
         and state <> all($3::text[])`,
    [tenantId, ids, away],
  );
  return new Map(rows.map(({ id, store }) => [id, store]));
}

const changes = ({ values, before }: Draft, field: string) =>
  String(values[field] ?? '') !== String(before?.[field] ?? '');

/** Whether a change of a battery concerns what its store bears; rows from before these rules stay open to others. */
function concerns(draft: Draft): boolean {
  if (!draft.values.storeId) return false;
  const fields = ['storeId', 'location', 'state', 'massKg', 'chemistry', 'parentId'];
  return !draft.before || fields.some((field) => changes(draft, field));
}

export async function storeProblems(facts: Facts, drafts: readonly Draft[]): Promise<Problem[][]> {
  const asked = new Set(drafts.filter(concerns));
  if (asked.size === 0) return drafts.map(() => []);
  const column = (field: string) => distinct([...asked].map(({ values }) => values[field]));
  const apart = distinct([...asked].map(({ before }) => before?.id));
  const held = await heldIn(facts, column('storeId'), apart);
  const wholes = await storesOfWholes(facts, column('parentId'));
  return drafts.map((draft) => {
    const here = asked.has(draft) ? held.get(String(draft.values.storeId)) : undefined;
    if (!here) return [];
    const isPart = wholes.get(String(draft.values.parentId)) === here.store.id;
    const problems = [...refused(draft, here), ...(isPart ? [] : overfull(draft, here))];
    if (problems.length === 0 && !isPart && !isAway(draft.values))
      add(here, String(draft.values.location ?? ''), 1, grams(draft.values.massKg));
    return problems;
  });
}

/** What a store does not take at all. */
function refused(draft: Draft, { store }: Held): Problem[] {
  const { values } = draft;
  if (store.status !== 1 && (changes(draft, 'storeId') || enters(draft)))
    return [wrong('storeId', 'storeDisabled', 'This store is disabled')];
  const place = store.locations.find(({ code }) => code === values.location);
  // A store without a list of places leaves them open.
  if (!place) {
    const unknown = values.location && store.locations.length > 0;
    return unknown && (changes(draft, 'storeId') || changes(draft, 'location'))
      ? [wrong('location', 'placeUnknown', 'The store has no such place')]
      : [];
  }
  const allowed = place.chemistries?.split(',') ?? [];
  const isNew = ['storeId', 'location', 'chemistry'].some((field) => changes(draft, field));
  return isNew && allowed.length > 0 && !allowed.includes(String(values.chemistry))
    ? [
        wrong(
          'location',
          `placeChemistry?allowed=${allowed.join(', ')}`,
          `This place takes batteries of the types ${allowed.join(', ')} only`,
        ),
      ]
    : [];
}

/** Whether a battery comes to be counted in its store. */
const enters = (draft: Draft) =>
  !isAway(draft.values) &&
  (!draft.before || isAway(draft.before) || changes(draft, 'storeId') || changes(draft, 'parentId'));

/** What would be more than store and place hold. */
function overfull(draft: Draft, here: Held): Problem[] {
  const { values, before } = draft;
  if (isAway(values)) return [];
  const { store, whole } = here;
  const mass = grams(values.massKg);
  const heavier = before !== null && mass > grams(before.massKg);
  const comes = enters(draft);
  const field = comes || !heavier ? 'storeId' : 'massKg';
  const problems: Problem[] = [];
  const pieces = whole.pieces + 1;
  if (comes && store.capacityPcs !== null && pieces > store.capacityPcs)
    problems.push(
      wrong(
        'storeId',
        `storePieces?max=${store.capacityPcs}&count=${pieces}`,
        `The store holds ${store.capacityPcs} pieces; these would be ${pieces}`,
      ),
    );
  const inStore = whole.grams + mass;
  if ((comes || heavier) && store.capacityKg !== null && inStore > grams(store.capacityKg))
    problems.push(
      wrong(
        field,
        `storeMass?max=${kilograms(grams(store.capacityKg))}&mass=${kilograms(inStore)}`,
        `The store holds ${store.capacityKg} kg; this would be ${kilograms(inStore)} kg`,
      ),
    );
  const place = store.locations.find(({ code }) => code === values.location);
  if (place?.maxKg === undefined || !(comes || heavier || changes(draft, 'location'))) return problems;
  const inPlace = contentOf(here, place.code).grams + mass;
  if (inPlace > grams(place.maxKg))
    problems.push(
      wrong(
        field === 'massKg' ? field : 'location',
        `placeMass?max=${place.maxKg}&mass=${kilograms(inPlace)}`,
        `This place bears ${place.maxKg} kg; this would be ${kilograms(inPlace)} kg`,
      ),
    );
  return problems;
}

/** Why a battery may not come back to the store that it names, or null. */
export async function mayEnterStore(facts: Facts, row: StoredRow): Promise<Problem | null> {
  const [problems] = await storeProblems(facts, [{ values: { ...row, state: 'in_stock' }, before: row }]);
  return problems?.[0] ?? null;
}
