import { columnOf, type End, type Preset, type Values } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError } from '../../../platform/errors.ts';
import { type Core, insertUnaudited } from '../../records/resources/index.ts';
import {
  balancesOf,
  type CodedItem,
  locationsOf,
  lockByCode,
  lotsByNumber,
  type Move,
  missingOf,
  placeOf,
  placesById,
  placesInside,
} from '../stock/index.ts';
import { checkMasses } from './check-masses.ts';
import { claimsOn } from './claims.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import { codesOf, type Line } from './lines.ts';
import { makeLotsOf } from './lots-of-lines.ts';
import { openWholes } from './open-wholes.ts';
import type { Plan } from './plan.ts';
import { isExternal, type PlacesAt, planLine, type Situation } from './plan-line.ts';
import { linesIn, type Refusals } from './refusals.ts';

/**
 * The moves of a document whose goods go from one end to the other; incoming goods become batteries and lots.
 * @throws validation, conflict
 */
export async function planLines(
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
  const unknown = lines.filter(({ code }) => code !== null && !items.has(code));
  let entries: AuditEntry[] = [];
  let invalid: ReadonlySet<string> = new Set();
  if (unknown.length > 0 && preset.makesBatteries) {
    ({ entries, invalid } = await makeBatteries(core, trx, ctx, unknown, refusals));
    for (const [code, item] of await lockByCode(trx, tenantId, codesOf(unknown))) items.set(code, item);
  }
  const situation = await situationOf(trx, ctx, preset, document, lines, items);
  const seen = new Set<string>();
  const planned = lines.map((line) => ({
    line,
    plan: invalid.has(line.clientKey) ? [] : (once(seen, line, items) ?? planLine(line, situation)),
  }));
  const moves = await refusals.movesOf(trx, planned);
  refusals.linesChecked = true;
  return {
    moves: withWholes(lines, moves, situation),
    entries,
    warnings: isExternal(preset.from.at) ? checkMasses(lines, items) : [],
  };
}

/** Two codes of a document may belong to one battery, if one was corrected. */
export function once(
  seen: Set<string>,
  { code }: Line,
  items: ReadonlyMap<string, CodedItem>,
): LineProblem | null {
  const id = code === null ? undefined : items.get(code)?.id;
  if (id === undefined) return null;
  if (seen.has(id)) return problem('code', 'codeTwice', 'This battery is in the document already');
  seen.add(id);
  return null;
}

/** The data that lines are checked against; their items are locked. */
export async function situationOf(
  trx: Trx,
  { now, caller: { tenantId } }: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
  items: ReadonlyMap<string, CodedItem>,
): Promise<Situation> {
  const lots = await lotsFor(trx, tenantId, document, lines, preset.from);
  const lotIds = [...lots.values()].map(({ id }) => id);
  const from = await endOf(trx, tenantId, document, preset.from);
  const balances =
    preset.from.at === 'difference' && from.kind === 'one'
      ? await missingOf(trx, from.place.id, lotIds, document.day)
      : await balancesOf(trx, lotIds, document.day);
  return {
    preset,
    day: document.day,
    today: chinaDay(now),
    from,
    items,
    lots,
    balances,
    claims: await claimsOn(trx, now, document, [...[...items.values()].map(({ id }) => id), ...lotIds]),
    to: await endOf(trx, tenantId, document, preset.to),
    insides: await placesInside(
      trx,
      tenantId,
      [...items.values()].flatMap(({ parentId }) => parentId ?? []),
    ),
    places: await placesById(trx, tenantId, [
      ...[...items.values()].flatMap(({ placeId, whole }) => [placeId ?? [], whole?.placeId ?? []].flat()),
      ...balances.map(({ placeId }) => placeId),
    ]),
  };
}

/** Adds the moves of batteries that are opened for parts. @throws conflict for a part heavier than its whole */
function withWholes(
  lines: readonly Line[],
  moves: readonly Move[],
  { from, items, places }: Situation,
): Move[] {
  if (from.kind !== 'inside') return [...moves];
  const opened = openWholes(moves, [...items.values()], places);
  if (Array.isArray(opened)) return [...opened, ...moves];
  const { clientKey } = lines.find(({ id }) => id === opened.lineId) as Line;
  throw conflictError(
    `lines.${clientKey}.kg`,
    `rule.document.partHeavier?left=${opened.left}`,
    `The part is heavier than what is left of its whole: ${opened.left} kg`,
  );
}

/**
 * Creates batteries for unknown codes; facts that the code does not contain come from the line.
 * @returns their audit rows, and the keys of lines whose code cannot be that of a battery
 */
async function makeBatteries(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<{ entries: AuditEntry[]; invalid: ReadonlySet<string> }> {
  const battery = core.registry.get('battery');
  if (!battery) throw new Error('Resource battery is not declared');
  const rows = lines.map(
    ({ code, kg, chemistry }): Values => ({
      batteryCode: code,
      ...(kg === null ? {} : { massKg: kg }),
      ...(chemistry === null ? {} : { chemistry }),
    }),
  );
  const path = (n: number, field: string) =>
    `lines.${lines[n]?.clientKey}.${field === 'massKg' ? 'kg' : 'code'}`;
  try {
    const { entries } = await insertUnaudited(core, trx, ctx, battery, rows, path);
    return { entries, invalid: new Set() };
  } catch (error) {
    const invalid = error instanceof AppError ? linesIn(error.fields) : new Set<string>();
    if (!(error instanceof AppError) || invalid.size === 0) throw error;
    refusals.add(error);
    // The other lines are checked, too.
    const others = lines.filter(({ clientKey }) => !invalid.has(clientKey));
    const rest = await makeBatteries(core, trx, ctx, others, refusals);
    return { entries: rest.entries, invalid: new Set([...invalid, ...rest.invalid]) };
  }
}

/** The lots of lines by mass; goods from outside create new ones. */
async function lotsFor(trx: Trx, tenantId: string, document: Document, lines: readonly Line[], from: End) {
  const byMass = lines.filter(({ code }) => code === null);
  if (!isExternal(from.at))
    return lotsByNumber(
      trx,
      tenantId,
      byMass.flatMap(({ lotNo }) => lotNo ?? []),
    );
  return makeLotsOf(
    trx,
    tenantId,
    document,
    byMass.filter(({ material }) => material),
  );
}

/** The places of an end of the document. */
async function endOf(trx: Trx, tenantId: string, document: Document, end: End): Promise<PlacesAt> {
  switch (end.at) {
    case 'same':
      return { kind: 'same' };
    case 'production':
    case 'opening':
    case 'recycled':
    case 'difference':
      return { kind: 'one', place: await placeOf(trx, tenantId, end.at) };
    case 'transit': {
      const id = end.of === undefined ? document.id : (document[columnOf(end.of)] as string | null);
      if (!id) throw fieldError(end.of ?? 'id', 'resource.required', 'Choose the transfer');
      return { kind: 'one', place: await placeOf(trx, tenantId, 'transit', id) };
    }
    case 'store':
    case 'inside': {
      const storeId = document[columnOf(end.field)] as string | null;
      if (!storeId) throw fieldError(end.field, 'resource.required', 'Choose a store');
      return { kind: end.at, byCode: await locationsOf(trx, tenantId, storeId) };
    }
    case 'outside': {
      const field = end.fields.find((name) => document[columnOf(name)] != null);
      const key = field ? `${field.replace(/Id$/, '')}/${document[columnOf(field)]}` : '';
      return { kind: 'one', place: await placeOf(trx, tenantId, 'outside', key) };
    }
  }
}
