import type { FieldError } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { weighDefaults } from '@voltloop/resources/weigh-limits.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, fieldError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import type { Document } from './document.ts';

/** Percent of the net mass by which the lines may differ, for each of the two ways of counting goods. */
interface WeighLimits {
  coded: { warn: number; refuse: number };
  byMass: { warn: number; refuse: number };
}
/** Masses in kg, as text. */
interface Weighed {
  net: string;
  coded: string;
  byMass: string;
}

/**
 * Pure: how the net mass of a weigh ticket agrees with the lines. For goods of both kinds the limit is the mean of
 * theirs, weighted by mass: a truck with mostly coded packs may differ nearly as much as one with coded packs only.
 */
export function compareTicket(
  { net, coded, byMass }: Weighed,
  limits: WeighLimits,
): { verdict: 'agrees' } | { verdict: 'warn' | 'refuse'; sum: string; pct: string; limit: string } {
  const sum = decimalOf(coded).plus(byMass);
  const limitOf = (which: 'warn' | 'refuse') =>
    decimalOf(coded).times(limits.coded[which]).plus(decimalOf(byMass).times(limits.byMass[which])).div(sum);
  const off = sum.minus(net).abs();
  if (off.eq(0) || sum.eq(0)) return { verdict: 'agrees' };
  const pct = decimalOf(net).gt(0) ? off.times(100).div(net) : decimalOf(100);
  const verdict = pct.gt(limitOf('refuse')) ? 'refuse' : pct.gt(limitOf('warn')) ? 'warn' : 'agrees';
  if (verdict === 'agrees') return { verdict };
  return {
    verdict,
    sum: sum.round(3).toFixed(),
    pct: pct.round(2).toFixed(),
    limit: limitOf(verdict).round(2).toFixed(),
  };
}

/**
 * Compares the weigh ticket of a document, if any, with the masses of its lines.
 * @param refused goods of lines that cannot be posted; null: of unknown mass, so that only an excess is certain
 * @returns a warning for a small difference
 * @throws validation for an incomplete ticket, conflict for too large a difference
 */
export async function checkTicket(
  trx: Trx,
  document: Document,
  moves: readonly Move[],
  refused: readonly { coded: boolean; kg: string | null }[] = [],
): Promise<FieldError[]> {
  const { gross_kg: gross, tare_kg: tare } = document as Record<string, string | null>;
  if (gross == null && tare == null) return [];
  if (gross == null || tare == null)
    throw fieldError(gross == null ? 'grossKg' : 'tareKg', 'resource.required', 'Weigh the vehicle twice');
  const own = moves.filter(({ whole }) => !whole);
  const goods = [...own.map(({ n, kg }) => ({ coded: n !== null, kg })), ...refused];
  const mass = (coded: boolean) =>
    goods
      .filter((each) => each.coded === coded)
      .reduce((sum, { kg }) => sum.plus(kg ?? 0), decimalOf(0))
      .toFixed();
  const weighed = { net: decimalOf(gross).minus(tare).toFixed(), coded: mass(true), byMass: mass(false) };
  const isPartial = goods.some(({ kg }) => kg === null);
  if (isPartial && decimalOf(weighed.coded).plus(weighed.byMass).lte(weighed.net)) return [];
  const found = compareTicket(weighed, await limitsOf(trx, document.store_id as string | null));
  if (found.verdict === 'agrees') return [];
  const values = { net: weighed.net, sum: found.sum, pct: found.pct, limit: found.limit };
  const text = `The weigh ticket says ${values.net} kg, the lines ${values.sum} kg: they differ by ${values.pct} % (limit ${values.limit} %)`;
  const key = (name: string) => `${name}?${new URLSearchParams(values)}`;
  if (found.verdict === 'refuse') throw conflictError('grossKg', key('rule.document.ticketRefused'), text);
  return [{ path: 'grossKg', key: key('rule.document.ticketDiffers'), message: text }];
}

interface LimitsRow {
  codedWarn: string | null;
  codedRefuse: string | null;
  massWarn: string | null;
  massRefuse: string | null;
}

async function limitsOf(trx: Trx, storeId: string | null): Promise<WeighLimits> {
  const { rows } = await sql<LimitsRow>`select weigh_coded_warn_pct as "codedWarn",
      weigh_coded_refuse_pct as "codedRefuse", weigh_mass_warn_pct as "massWarn", weigh_mass_refuse_pct as "massRefuse"
    from stores where id = ${storeId}`.execute(trx);
  const own = rows[0];
  const { coded, byMass } = weighDefaults;
  return {
    coded: { warn: Number(own?.codedWarn ?? coded.warn), refuse: Number(own?.codedRefuse ?? coded.refuse) },
    byMass: { warn: Number(own?.massWarn ?? byMass.warn), refuse: Number(own?.massRefuse ?? byMass.refuse) },
  };
}
