import { decimalOf, type Preset } from '@voltloop/resource-kit';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Core } from '../../records/resources/index.ts';
import { lockByCode, type Move, type Place, placeOf } from '../stock/index.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import { codesOf, type Line } from './lines.ts';
import type { Plan } from './plan.ts';
import { covers, lotShort, movedLater, type Situation } from './plan-line.ts';
import { once, situationOf } from './plan-lines.ts';
import type { Refusals } from './refusals.ts';

/**
 * The moves that correct booked masses. Goods stay where they are: a battery goes to the place of differences with its
 * old mass and comes back with the new one, of a lot only the difference moves.
 * @throws validation, conflict
 */
export async function planMasses(
  _core: Core,
  trx: Trx,
  ctx: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> {
  const { tenantId } = ctx.caller;
  const items = await lockByCode(trx, tenantId, codesOf(lines));
  const situation = await situationOf(trx, ctx, preset, document, lines, items);
  const difference = await placeOf(trx, tenantId, 'difference');
  const seen = new Set<string>();
  const planned = lines.map((line) => ({
    line,
    plan:
      once(seen, line, items) ??
      (line.code === null
        ? planLotMass(line, seen, situation, difference)
        : planMass(line, line.code, situation, difference)),
  }));
  const moves = await refusals.movesOf(trx, planned);
  refusals.linesChecked = true;
  const kg = lines.reduce((sum, line) => sum.plus(line.kg ?? 0), decimalOf(0)).toFixed();
  return { moves, entries: [], totals: { pieces: lines.filter(({ code }) => code !== null).length, kg } };
}

const missing = () => problem('kg', 'kgMissing', 'Enter the mass');
const same = (kg: string) => problem('kg', `massSame?kg=${kg}`, `${kg} kg is what is booked`);
const isMass = (kg: string | null): kg is string => kg !== null && decimalOf(kg).gt(0);

function planMass(
  line: Line,
  code: string,
  { items, places, from, day }: Situation,
  difference: Place,
): Move[] | LineProblem {
  const item = items.get(code);
  if (!item) return problem('code', 'codeUnknown', 'There is no battery with this code');
  if (item.parentId)
    return problem(
      'code',
      'insideAnother',
      'This battery is inside another one: move that one, or remove this one first',
    );
  const place = item.placeId === null ? undefined : places.get(item.placeId);
  if (!place || !covers(from, place.id))
    return problem('code', 'elsewhere', 'This battery is not in this store');
  const later = movedLater(item, day);
  if (later) return later;
  if (!isMass(line.kg)) return missing();
  const before = item.bookedKg ?? '0';
  if (decimalOf(before).eq(line.kg)) return same(decimalOf(before).toFixed());
  const condition = item.condition ?? 'available';
  const move = {
    lineId: line.id,
    itemId: item.id,
    fromCondition: condition,
    toCondition: condition,
    pieces: 1,
  };
  return [
    { ...move, n: item.moveN + 1, from: place, to: difference, kg: before },
    { ...move, n: item.moveN + 2, from: difference, to: place, kg: line.kg },
  ];
}

function planLotMass(
  line: Line,
  seen: Set<string>,
  situation: Situation,
  difference: Place,
): Move[] | LineProblem {
  const { lots, balances, places, from } = situation;
  if (!isMass(line.kg)) return missing();
  const lot = lots.get(line.lotNo ?? '');
  if (!lot) return problem('lotNo', 'lotUnknown', 'No lot has this number');
  const inStore = balances.filter(({ lotId, placeId }) => lotId === lot.id && covers(from, placeId));
  const there = inStore.filter(
    ({ placeId }) => line.location === null || places.get(placeId)?.code === line.location,
  );
  const [first] = there;
  if (!first) return problem('lotNo', 'lotElsewhere', 'This lot is not there');
  if (there.some(({ placeId }) => placeId !== first.placeId))
    return problem('location', 'lotLocation', 'Enter the location of the lot');
  const position = `${lot.id} ${first.placeId}`;
  if (seen.has(position)) return problem('lotNo', 'lotTwice', 'This lot appears twice');
  seen.add(position);
  const place = places.get(first.placeId) as Place;
  const before = there.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
  const more = decimalOf(line.kg).minus(before);
  if (more.eq(0)) return same(before.toFixed());
  const move = (condition: string) => ({
    lineId: line.id,
    itemId: lot.id,
    n: null,
    pieces: null,
    fromCondition: condition,
    toCondition: condition,
  });
  if (more.gt(0)) return [{ ...move(first.condition), from: difference, to: place, kg: more.toFixed() }];
  let open = more.neg();
  const free = there.reduce((sum, balance) => sum.plus(balance.free), decimalOf(0));
  if (open.gt(free)) return lotShort(free.toFixed(), situation);
  return there.flatMap(({ condition, free }): Move[] => {
    const taken = open.lt(free) ? open : decimalOf(free);
    if (taken.lte(0)) return [];
    open = open.minus(taken);
    return [{ ...move(condition), from: place, to: difference, kg: taken.toFixed() }];
  });
}
