import type { FieldError } from '@voltloop/contract';
import { decimalOf, type Preset, rounded, type Values } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import {
  type Core,
  insertUnaudited,
  lockRows,
  type Row,
  rowsById,
  updateUnaudited,
} from '../../records/resources/index.ts';
import {
  type CodedItem,
  isTakenApart,
  lockByCode,
  type Move,
  type Place,
  placeOf,
  placesById,
  placesInside,
} from '../stock/index.ts';
import { checkBom } from './check-bom.ts';
import { groupProducts, type Product } from './check-production.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import { codesOf, type Line } from './lines.ts';
import type { Plan } from './plan.ts';
import { movedLater, planLine } from './plan-line.ts';
import { once, situationOf } from './plan-lines.ts';
import { type Category, readCategory, readComponents, sourcesOfLots } from './read-production.ts';
import type { Refusals } from './refusals.ts';

/** The place of components before their product exists. */
const NO_PRODUCT: Place = { id: '', kind: 'inside', key: '', storeId: null, code: null };

/**
 * The moves of a production: components move into their products, each product moves from inside itself into the
 * store of finished goods, with the mass of its components. A difference to the weighed mass goes through the place
 * of differences, as in a correction.
 * @throws validation, conflict
 */
export async function planProduction(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> {
  const { tenantId } = ctx.caller;
  const items = await lockByCode(trx, tenantId, codesOf(lines));
  const places = await placesById(
    trx,
    tenantId,
    [...items.values()].flatMap(({ placeId }) => placeId ?? []),
  );
  const type = document.product_type as number;
  const { products, components, problems } = groupProducts(lines, type);
  const situation = await situationOf(trx, ctx, preset, document, components, items);
  const category = await readCategory(
    trx,
    tenantId,
    document.category_id as string,
    document.bom_id as string | null,
  );
  const facts = await readComponents(trx, components, items, document.day);
  const inProduction = await placeOf(trx, tenantId, 'production');
  const from = withPlace(situation.from, inProduction);
  situation.places = new Map([...situation.places, [inProduction.id, inProduction]]);

  const seen = new Set<string>();
  const check = (line: Line): Move[] | LineProblem =>
    once(seen, line, items) ??
    componentProblem(document, category.chemistry, facts.get(line.id)) ??
    planLine(line, { ...situation, from, to: { kind: 'one', place: NO_PRODUCT } });
  const planned = [
    ...components.map((line) => ({ line, plan: problems.get(line) ?? check(line) })),
    ...products.map((product) => ({
      line: product.line,
      plan: productProblem(product, document, category.chemistry, items, places) ?? [],
    })),
  ];
  const consumed = Map.groupBy(await refusals.movesOf(trx, planned), ({ lineId }) => lineId);
  await refusals.attempt(() => refuseCounts(document, products));
  await refusals.movesOf(trx, await checkBom(trx, tenantId, document, products, facts));
  refusals.endLines();

  const masses = new Map(products.map((product) => [product, massOf(product, consumed)]));
  const sources = await sourcesOfLots(trx, components);
  const values = products.map((product) =>
    batteryOf(document, category, product, facts, sources, masses.get(product)?.mass as string),
  );
  const entries = await makeProducts(core, trx, ctx, products, values, items);
  const made = await lockByCode(
    trx,
    tenantId,
    products.map(({ code }) => code),
  );
  const insides = await placesInside(
    trx,
    tenantId,
    [...made.values()].map(({ id }) => id),
  );
  const difference = await placeOf(trx, tenantId, 'difference');
  const moves = products.flatMap((product): Move[] => {
    const item = made.get(product.code) as CodedItem;
    const inside = insides.get(item.id) as Place;
    const into = product.components.flatMap(({ id }) => consumed.get(id) ?? []);
    const target = targetOf(product.line, situation);
    return [
      ...into.map((move) => ({ ...move, to: inside })),
      ...entryMoves(product.line.id, item, { inside, difference, target }, masses.get(product) as Masses),
    ];
  });
  const kg = products
    .reduce((sum, product) => sum.plus(masses.get(product)?.mass ?? 0), decimalOf(0))
    .toFixed();
  return {
    moves,
    entries,
    totals: { pieces: products.length, kg },
    reported: products.map(({ line }) => line),
  };

  function targetOf(line: Line, { to }: typeof situation): Place {
    const found = to.kind === 'store' ? to.byCode.get(line.location ?? '') : undefined;
    if (found) return found;
    throw fieldError(
      `lines.${line.clientKey}.location`,
      'rule.document.locationUnknown',
      'The store has no such location',
    );
  }
}

/** The places of a store, and an additional one. */
const withPlace = (from: Parameters<typeof planLine>[1]['from'], place: Place): typeof from =>
  from.kind === 'store' ? { kind: 'store', byCode: new Map([...from.byCode, [place.id, place]]) } : from;

interface Masses {
  /** Of the components together. */
  parts: string;
  /** Its mass when it enters the store. */
  mass: string;
}

function massOf({ line, components }: Product, consumed: ReadonlyMap<string, readonly Move[]>): Masses {
  const parts = components
    .flatMap(({ id }) => consumed.get(id) ?? [])
    .reduce((sum, { kg }) => sum.plus(kg), decimalOf(0))
    .toFixed();
  return { parts, mass: line.kg !== null && decimalOf(line.kg).gt(0) ? line.kg : parts };
}

/** The moves of a product into the store, from inside itself. */
function entryMoves(
  lineId: string,
  item: CodedItem,
  { inside, difference, target }: Record<'inside' | 'difference' | 'target', Place>,
  { parts, mass }: Masses,
): Move[] {
  const step = { lineId, itemId: item.id, toCondition: 'available' };
  const first = { ...step, n: item.moveN + 1, from: inside, fromCondition: item.condition };
  if (decimalOf(parts).eq(mass)) return [{ ...first, to: target, pieces: 1, kg: mass }];
  const second = { ...step, n: item.moveN + 2, from: difference, fromCondition: 'available' };
  return [
    { ...first, to: difference, pieces: null, kg: parts },
    { ...second, to: target, pieces: 1, kg: mass },
  ];
}

/** Component levels of a form of echelon use: packs, modules, or cells; loose cells also make modules and packs. */
const levels: Readonly<Record<number, readonly number[]>> = { 1: [1], 2: [2, 3], 3: [3] };

/** The error of a component that cannot become a part of these products. */
function componentProblem(
  document: Document,
  chemistry: string | null,
  component: { productType: number | null; chemistry: string | null } | undefined,
): LineProblem | null {
  if (!component) return null;
  const { productType } = component;
  const allowed = levels[document.cascade_type as number] ?? [];
  if (
    productType === null ||
    productType < (document.product_type as number) ||
    !allowed.includes(productType)
  )
    return problem('code', 'componentLevel', 'Products of this form cannot be made of such components');
  return chemistry !== null && component.chemistry !== null && component.chemistry !== chemistry
    ? problem('code', 'componentChemistry', 'This component has another chemistry than the product')
    : null;
}

/** The error of a product's code. A product dissolved by a void is made again with the same code. */
function productProblem(
  { code, parts, components }: Product,
  document: Document,
  chemistry: string | null,
  items: ReadonlyMap<string, CodedItem>,
  places: ReadonlyMap<string, Place>,
): LineProblem | null {
  const known = items.get(code);
  if (known && !(known.code === code && isTakenApart(known, places)))
    return {
      ...problem('code', 'codeTaken', 'Another battery has this code'),
      ...(known.placeId === null ? {} : { movedBy: known.id }),
    };
  const later = known && movedLater(known, document.day);
  if (later) return later;
  if (chemistry !== null && parts.chemistry !== chemistry)
    return problem('code', 'productChemistry', 'The chemistry in the code differs from the category');
  if (parts.day === null || parts.day > document.day)
    return problem(
      'code',
      'productDay',
      'According to its code, the product is made after the day of this document',
    );
  return components.length === 0
    ? problem('code', 'noComponents', 'No component goes into this product')
    : null;
}

/** @throws validation where there are no products, or more than planned */
function refuseCounts({ planned }: Document, products: readonly Product[]): void {
  if (products.length === 0)
    throw fieldError(
      'lines',
      'rule.document.noProducts',
      'Add the codes of the products: echelon codes of 19 characters',
    );
  if (products.length > (planned as number))
    throw fieldError(
      'planned',
      `rule.document.morePlanned?planned=${planned}&count=${products.length}`,
      `${planned} are planned, these are ${products.length}`,
    );
}

/**
 * The nominal voltage: of equal components in the series of the list of parts, else of the category's design.
 * @param of the rated voltages of its components
 */
export function voltageOf(
  { voltage, series }: Pick<Category, 'voltage' | 'series'>,
  of: readonly (string | null)[],
): string | null {
  const [first = null] = of;
  const isConnected = series !== null && of.length % series === 0;
  return isConnected && first !== null && of.every((each) => each === first)
    ? decimalOf(first).times(series).toFixed()
    : voltage;
}

/** A product as a battery. */
function batteryOf(
  document: Document,
  category: Category,
  { code, components }: Product,
  facts: Awaited<ReturnType<typeof readComponents>>,
  sources: ReadonlyMap<string, string>,
  mass: string,
): Values {
  const voltage = voltageOf(
    category,
    components.map(({ id }) => facts.get(id)?.voltage ?? null),
  );
  const energies = components.map(({ id }) => facts.get(id)?.energyKwh ?? null);
  // Of components that fade differently: what one does not state is unknown for the whole.
  const energy = energies.includes(null)
    ? null
    : energies.reduce((sum, each) => sum.plus(each ?? 0), decimalOf(0));
  const capacity =
    energy !== null && voltage !== null && decimalOf(voltage).gt(0)
      ? energy.times(1000).div(decimalOf(voltage))
      : null;
  return {
    batteryCode: code,
    categoryId: document.category_id,
    enterpriseId: document.enterprise_id,
    massKg: mass,
    // A product that was dissolved and made again keeps nothing of its former components.
    ratedCapacityAh: capacity && rounded(capacity, 2).toFixed(),
    ratedVoltageV: voltage && rounded(decimalOf(voltage), 2).toFixed(),
    ratedEnergyKwh: energy && rounded(energy, 3).toFixed(),
    cascadeType: document.cascade_type,
    echelonUseType: document.echelon_use_type,
    originalCodes: components.map(({ id, code: component, lotNo, pieces }) =>
      component === null
        ? {
            isCode: 2,
            source: sources.get(lotNo ?? '') ?? lotNo,
            ...(pieces === null ? {} : { quantity: pieces }),
          }
        : { isCode: 1, code: facts.get(id)?.code ?? component },
    ),
  };
}

/** Creates the batteries of products, or refills dissolved ones. @returns their audit rows */
async function makeProducts(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  products: readonly Product[],
  values: readonly Values[],
  items: ReadonlyMap<string, CodedItem>,
): Promise<AuditEntry[]> {
  const battery = core.registry.get('battery');
  if (!battery) throw new Error('Resource battery is not declared');
  const { tenantId } = ctx.caller;
  const pathOf = (product: Product, field: string) => {
    const [, place] = /^originalCodes\.(\d+)\./.exec(field) ?? [];
    const line = place === undefined ? product.line : product.components[Number(place)];
    return `lines.${line?.clientKey}.${field === 'massKg' ? 'kg' : 'code'}`;
  };
  const fresh = products.flatMap((product, n) => (items.has(product.code) ? [] : [{ product, n }]));
  const { entries } = await insertUnaudited(
    core,
    trx,
    ctx,
    battery,
    fresh.map(({ n }) => values[n] as Values),
    (n, field) => pathOf(fresh[n]?.product as Product, field),
  );
  const again = products.flatMap((product, n) => {
    const item = items.get(product.code);
    return item ? [{ product, id: item.id, values: values[n] as Values }] : [];
  });
  const ids = again.map(({ id }) => id);
  if (ids.length > 0) await lockRows(trx, battery, tenantId, ids, 'change');
  const rows = await rowsById(trx, core.registry, battery, tenantId, ids);
  const before = new Map(rows.map((row) => [row.id, row]));
  for (const { product, id, values } of again) {
    const row = before.get(id) as Row;
    try {
      const entry = await updateUnaudited(core, trx, ctx, battery, row, { ...row, ...values });
      if (entry) entries.push(entry);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fields = error.fields.map((each): FieldError => ({ ...each, path: pathOf(product, each.path) }));
      throw new AppError('validation', { fields });
    }
  }
  return entries;
}

/**
 * Dissolves the products of a voided production, so that their components are free.
 * @returns the audit rows
 */
export async function dissolveProducts(trx: Trx, documentId: string): Promise<AuditEntry[]> {
  const { rows } = await sql<{ id: string; before: unknown }>`
    with products as (
      select distinct m.item_id as id from moves m join places p on p.id = m.from_place
        where m.document_id = ${documentId} and p.kind = 'inside' and p.key = m.item_id::text
    )
    update batteries b set original_codes = '[]'
      from products join batteries old using (id) where b.id = products.id
      returning b.id, old.original_codes as before`.execute(trx);
  return rows.map(({ id, before }) => ({
    action: 'battery.update',
    objectType: 'battery',
    objectId: id,
    details: { changes: { originalCodes: { from: before, to: [] } } },
  }));
}
