import { type PassportView, passportRights } from '@voltloop/contract';
import { type AccessClass, mayRead } from '@voltloop/domain/passport/index.ts';
import { passportDuty } from '@voltloop/domain/passport/scope.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { enteredNumber, limits, missingReason, valuesOf } from './derive.ts';
import { type Facts, factsOfId } from './facts.ts';
import { addressOf, lineageOf, type Related } from './lineage.ts';
import { type Measurements, spanOf } from './span.ts';
import { nothingReported, type Reported, reportedBy } from './telemetry.ts';

/** The classes of values that a caller may read. */
export function classesOf({ caller: { rights } }: Ctx): ReadonlySet<AccessClass> {
  const authority = rights.has(passportRights.authority);
  const interest = authority || rights.has(passportRights.interest);
  return new Set<AccessClass>([
    'P',
    ...(interest ? (['L'] as const) : []),
    ...(authority ? (['N'] as const) : []),
  ]);
}

/** A passport for its page in the console. @throws notFound */
export async function viewPassport(
  deps: Pick<Services, 'db' | 'clickhouse' | 'config'> & Measurements,
  ctx: Ctx,
  id: string,
): Promise<PassportView> {
  const { db, config } = deps;
  const facts = await factsOfId(db, ctx.caller.tenantId, id);
  if (!facts) throw notFound();
  const [reported, { before, after }, { rows: events }] = await Promise.all([
    reportedOf(deps, facts, ctx.now),
    lineageOf(db, facts),
    sql<PassportView['events'][number]>`
      select status, day::text as day, (extract(epoch from at) * 1000)::float8 as at
        from passport_events where passport_id = ${id} order by n desc limit 100`.execute(db),
  ]);
  const { publicUrl } = config;
  const url = addressOf(publicUrl, facts);
  const classes = classesOf(ctx);
  const sources = { facts, url, reported };
  const all = valuesOf(sources, () => true);
  const mandatory = all.filter(({ attribute }) => attribute.duty[facts.model.category] === 'x');
  const linkTo = ({ serial, gtin, ...rest }: Related) => ({
    ...rest,
    url: addressOf(publicUrl, { serial, gtin }),
  });
  return {
    id,
    url,
    status: facts.status,
    category: facts.model.category,
    previousUrl: facts.previousUrl,
    modelId: facts.model.id,
    batteryId: facts.battery.id,
    categoryId: facts.category.id,
    batteryCode: facts.battery.code,
    duty: passportDuty(facts.model.category, energyOf(facts), facts.placedOn),
    mandatory: mandatory.length,
    present: mandatory.filter(({ found }) => found).length,
    values: all.map(({ attribute, found }) => {
      const hidden = !mayRead(attribute, classes);
      const shown = hidden ? null : found;
      return {
        code: attribute.code,
        has: found !== null,
        hidden,
        value: shown?.value ?? null,
        origin: shown?.origin ?? null,
        source: shown?.source ?? null,
        sourceId: shown?.sourceId ?? null,
        at: shown?.at ?? null,
        basis: shown?.basis ?? null,
        why: hidden || found ? null : missingReason(attribute, sources),
      };
    }),
    before: before.map(linkTo),
    after: after && linkTo(after),
    events,
  };
}

async function reportedOf(from: Measurements, facts: Facts, now: Date): Promise<Reported> {
  const { thing, model } = facts;
  if (!thing) return nothingReported;
  const of = { low: enteredNumber(facts, limits.low), high: enteredNumber(facts, limits.high) };
  return reportedBy(from, { span: spanOf(thing, now), category: model.category, limits: of });
}

/** Rated energy: of the battery, else from the capacity and voltage of its category. */
export const energyOf = ({
  battery,
  category,
}: {
  battery: { ratedKwh: number | null };
  category: { capacityAh: number | null; voltage: number | null };
}): number | null =>
  battery.ratedKwh ??
  (category.capacityAh === null || category.voltage === null
    ? null
    : (category.capacityAh * category.voltage) / 1000);
