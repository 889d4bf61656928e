import { createHash } from 'node:crypto';
import { type KeptAt, reportFields } from '@voltloop/domain/reporting/fields.ts';
import { type Payload, payloadProblems } from '@voltloop/domain/reporting/problems.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { payloadOf, type Supplied } from './build.ts';
import { type Facts, factsOf } from './facts.ts';
import type { Place, Supply } from './supply.ts';

export interface Problem {
  field: string;
  key: string;
  /** Null: at the desk. */
  place: Place | null;
}

/** A record as it would be sent now. */
export interface Prepared {
  facts: Facts;
  payload: Payload;
  problems: Problem[];
}

/** Builds and validates the payloads of records from current data. */
export async function prepare(
  db: Db | Trx,
  supply: Supply,
  reportIds: readonly string[],
): Promise<Map<string, Prepared>> {
  const all = await factsOf(db, reportIds);
  const linesOf = (types: readonly number[]) =>
    [...all.values()].filter(({ type }) => types.includes(type)).map(({ lineId }) => lineId);
  const [made, recycledLines] = [linesOf([3, 4, 5]), linesOf([10])];
  const production = made.length > 0 ? await supply.production?.(db, made) : undefined;
  const recycling = recycledLines.length > 0 ? await supply.recycling?.(db, recycledLines) : undefined;
  return new Map(
    [...all].map(([id, facts]) => {
      const supplied: Supplied = {
        production: production?.get(facts.lineId),
        recycling: recycling?.get(facts.lineId),
      };
      const payload = payloadOf(facts, supplied);
      return [id, { facts, payload, problems: problemsOf(facts, supplied, payload) }];
    }),
  );
}

function problemsOf(facts: Facts, { recycling }: Supplied, payload: Payload): Problem[] {
  const fields = new Map(reportFields(facts.type).map((field) => [field.name, field]));
  const problems = payloadProblems(facts.type, payload).map(({ field, key }) => {
    const name = field.split('.')[0] as string;
    const kept = fields.get(name)?.kept;
    return { field, key, place: recycling?.places?.[name] ?? (kept ? placeOf(facts, name, kept) : null) };
  });
  return [...enterpriseProblem(facts), ...problems];
}

/** The reporting enterprise follows from the site of the store. */
function enterpriseProblem({ enterprise, store, siteId }: Facts): Problem[] {
  if (enterprise) return [];
  const place = siteId
    ? { resource: 'recycleSite', id: siteId, field: 'enterpriseId' }
    : store && { resource: 'store', id: store.id, field: 'siteId' };
  return [
    {
      field: 'enterprise',
      key: siteId ? 'reporting.siteWithoutEnterprise' : 'reporting.storeWithoutSite',
      place,
    },
  ];
}

/** @param name The field of the record, and where its value is stored. */
function placeOf(facts: Facts, name: string, { object, field }: KeptAt): Place | null {
  if (object === 'party') {
    const party = [6, 7].includes(facts.type)
      ? name.startsWith('source')
        ? facts.source
        : facts.receiver
      : [3, 4, 5, 10].includes(facts.type)
        ? facts.receiver
        : facts.party;
    if (!party) return null;
    const stored = party.resource === 'customer' && field === 'name' ? 'clientName' : field;
    return { resource: party.resource, id: party.id, field: stored };
  }
  const row = {
    battery: facts.battery,
    vehicle: facts.vehicle,
    enterprise: facts.enterprise,
    store: facts.store,
  }[object];
  return row ? { resource: object, id: row.id, field } : null;
}

/** Equal for equal payloads; fields are in the order of the type. */
export const hashOf = (payload: Payload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('hex');
