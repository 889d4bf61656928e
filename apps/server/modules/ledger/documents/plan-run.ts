import type { FieldError } from '@voltloop/contract';
import { decimalOf, type Preset } from '@voltloop/resource-kit';
import type { Balance } from '@voltloop/resources/recycling-run/balance.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { Core } from '../../records/resources/index.ts';
import {
  type CodedItem,
  locationsOf,
  lockByCode,
  type Move,
  type Place,
  placesInside,
} from '../stock/index.ts';
import type { Document } from './document.ts';
import { type LineProblem, problem } from './line-problem.ts';
import { codesOf, type Line } from './lines.ts';
import { makeLotsOf } from './lots-of-lines.ts';
import type { Plan } from './plan.ts';
import { movedLater, planLine } from './plan-line.ts';
import { once, situationOf } from './plan-lines.ts';
import type { Refusals } from './refusals.ts';
import { balanceOfRun } from './run-balance.ts';

/**
 * The moves of a recycling run: the input is recycled, new lots are produced, and removed parts return to a store.
 * The rest at the recycling place is loss, water and the difference of the run.
 * @throws validation, conflict where it is out of balance
 */
export async function planRun(
  _core: Core,
  trx: Trx,
  ctx: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> {
  const { tenantId } = ctx.caller;
  const ins = lines.filter(({ side }) => side !== 'out');
  const outs = lines.filter(({ side }) => side === 'out');
  const items = await lockByCode(trx, tenantId, codesOf(lines));
  const situation = await situationOf(trx, ctx, preset, document, ins, items);
  const shelves = await locationsOf(trx, tenantId, document.to_store_id as string);
  const used = await usedLots(
    trx,
    tenantId,
    outs.flatMap(({ code, lotNo }) => (code === null ? (lotNo ?? []) : [])),
  );
  const seen = new Set<string>();
  const wholes = new Set(ins.flatMap(({ code }) => items.get(code ?? '')?.id ?? []));
  const checkOut = (line: Line): LineProblem | null =>
    (shelves.has(line.location ?? '')
      ? null
      : problem('location', 'locationUnknown', 'The store has no such location')) ??
    (line.code === null
      ? lotProblem(line, used)
      : partProblem(line, items.get(line.code), wholes, document.day));
  const planned = await refusals.movesOf(trx, [
    ...ins.map((line) => ({ line, plan: once(seen, line, items) ?? planLine(line, situation) })),
    ...outs.map((line) => ({ line, plan: once(seen, line, items) ?? checkOut(line) ?? [] })),
  ]);
  if (ins.length === 0)
    refusals.add(fieldError('lines', 'rule.document.noInputs', 'There is no input: add what is recycled'));
  // The balance needs the mass of every line.
  refusals.endLines();

  const parts = outs.flatMap((line) => {
    const item = items.get(line.code ?? '');
    return item ? [{ line, item, kg: partMass(line, item) }] : [];
  });
  const made = await makeLotsOf(
    trx,
    tenantId,
    document,
    outs.filter(({ code }) => code === null),
  );
  const recycled = situation.to.kind === 'one' ? situation.to.place : null;
  if (!recycled) throw new Error('A recycling run must end at the recycling place');
  const insides = await placesInside(trx, tenantId, [...wholes]);
  const at = ({ location }: Line) => shelves.get(location ?? '') as Place;
  const moves = [
    ...opened(planned, parts, insides, lines),
    ...parts.map(
      ({ line, item, kg }): Move => ({
        lineId: line.id,
        itemId: item.id,
        n: item.moveN + 1,
        from: insides.get(item.parentId as string) as Place,
        to: at(line),
        fromCondition: item.condition,
        toCondition: item.whole?.condition ?? 'available',
        pieces: 1,
        kg,
      }),
    ),
    ...outs.flatMap((line): Move[] => {
      const lot = line.code === null ? made.get(line.lotNo as string) : undefined;
      if (!lot) return [];
      const goods = { lineId: line.id, itemId: lot.id, n: null, pieces: line.pieces, kg: line.kg as string };
      return [{ ...goods, from: recycled, to: at(line), fromCondition: null, toCondition: 'available' }];
    }),
  ];
  const masses = new Map([
    ...[...Map.groupBy(planned, ({ lineId }) => lineId)].map(([line, own]): [string, string] => [
      line,
      sumOf(own),
    ]),
    ...parts.map(({ line, kg }): [string, string] => [line.id, kg]),
  ]);
  const lots = new Map([...situation.lots, ...made]);
  const balance = await balanceOfRun(trx, document, lines, masses, lots);
  if (!balance.balanced) throw unbalanced(balance);
  await sql`update documents set out_kg = ${balance.out}::numeric, residue_kg = ${balance.residue}::numeric,
      water_kg = ${balance.water}::numeric, difference_kg = ${balance.difference}::numeric
    where id = ${document.id}`.execute(trx);
  const pieces = ins.reduce((sum, line) => sum + (line.code === null ? (line.pieces ?? 0) : 1), 0);
  return { moves, entries: [], totals: { pieces, kg: balance.in }, warnings: warningsOf(balance) };
}

const sumOf = (moves: readonly Move[]) => moves.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0)).toFixed();

function unbalanced({ balanced: _, ...figures }: Balance): AppError {
  const message = `This run is out of balance by ${figures.difference} kg; ${figures.allowed} kg are tolerated`;
  const key = `rule.document.unbalanced?${new URLSearchParams(figures)}`;
  return new AppError('conflict', { message, fields: [{ path: 'lossKg', key, message }] });
}

/** Share of the tolerance above which a person must confirm. */
const DOUBTFUL = 0.8;

function warningsOf({ difference, allowed }: Balance): FieldError[] {
  if (decimalOf(difference).abs().lte(decimalOf(allowed).times(DOUBTFUL))) return [];
  const key = `rule.document.nearlyUnbalanced?${new URLSearchParams({ difference, allowed })}`;
  const message = `This run is out of balance by ${difference} kg; ${allowed} kg are tolerated`;
  return [{ path: 'lossKg', key, message }];
}

/** The error of a line that cannot be an output lot. */
function lotProblem(line: Line, used: ReadonlySet<string>): LineProblem | null {
  if (!line.material) return problem('material', 'materialMissing', 'Choose the material');
  if (line.kg === null || !decimalOf(line.kg).gt(0)) return problem('kg', 'kgMissing', 'Enter the mass');
  return line.lotNo !== null && used.has(line.lotNo)
    ? problem('lotNo', 'lotTaken', 'A lot with this number exists: an output is a new lot')
    : null;
}

/** The error of a code that cannot be a part removed from the input. */
function partProblem(
  line: Line,
  item: CodedItem | undefined,
  wholes: ReadonlySet<string>,
  day: string,
): LineProblem | null {
  if (!item) return problem('code', 'codeUnknown', 'There is no battery with this code');
  if (item.parentId === null || !wholes.has(item.parentId))
    return problem('code', 'notAPartOfInput', 'This is not a part of the input');
  if (item.apart) return problem('code', 'notInStock', 'This battery is not in our stock');
  const later = movedLater(item, day);
  if (later) return later;
  return partMass(line, item) === null
    ? problem('kg', 'massMissing', 'Enter the mass: the battery has none yet')
    : null;
}

const partMass = ({ kg }: Line, { bookedKg, massKg }: CodedItem) => (bookedKg ?? kg ?? massKg) as string;

/** Opens batteries from which parts are removed: they are recycled lighter by these. @throws conflict */
function opened(
  planned: readonly Move[],
  parts: readonly { line: Line; item: CodedItem; kg: string }[],
  insides: ReadonlyMap<string, Place>,
  lines: readonly Line[],
): Move[] {
  const byWhole = Map.groupBy(parts, ({ item }) => item.parentId as string);
  return planned.flatMap((move): Move[] => {
    const own = byWhole.get(move.itemId);
    if (!own || move.n === null) return [move];
    const inside = insides.get(move.itemId) as Place;
    const left = own.reduce((rest, { kg }) => rest.minus(kg), decimalOf(move.kg));
    if (left.lt(0)) {
      const key = lines.find(({ id }) => id === own.at(-1)?.line.id)?.clientKey;
      const message = 'The parts are heavier than what they are taken out of';
      throw new AppError('conflict', {
        message,
        fields: [
          {
            path: `lines.${key}.kg`,
            key: `rule.document.partsHeavier?kg=${decimalOf(move.kg).toFixed()}`,
            message,
          },
        ],
      });
    }
    const condition = move.fromCondition as string;
    return [
      { ...move, to: inside, toCondition: condition, whole: true },
      { ...move, n: move.n + 1, from: inside, kg: left.toFixed() },
    ];
  });
}

/** Those of these lot numbers that a valid document has moved. */
async function usedLots(trx: Trx, tenantId: string, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ no: string }>`
    select l.lot_no as no from lots l
      where l.tenant_id = ${tenantId} and l.lot_no = any(${[...numbers]}::text[]) and exists (
        select 1 from moves m join documents d on d.id = m.document_id
          where m.item_id = l.id and d.status = 'posted' and d.reverses_id is null)`.execute(trx);
  return new Set(rows.map(({ no }) => no));
}
