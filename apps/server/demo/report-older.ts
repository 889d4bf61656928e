import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Reporting } from '../modules/ledger/reporting/index.ts';
import type { Ctx } from '../platform/ctx.ts';
import type { Db } from '../platform/db.ts';
import type { Services } from '../platform/services.ts';
import { diceOf } from './seed/business/dice.ts';
import { plus } from './seed/business/exact.ts';
import { lateReports } from './seed/business/flow/today.ts';
import { vinOf } from './seed/business/machines.ts';

export const DEMO_KEY_ID = 'demo';
/** Records of one round. */
const AT_ONCE = 200;
/** Records of the last days are left for visitors of the demo. */
const LEFT_DAYS = 5;

interface Old {
  id: string;
  /** Hexadecimal digits, the same whenever the demo is generated. */
  seed: string;
  type: number;
  day: string;
  kg: string | null;
}

/**
 * Submits records that are some days old; values that no document has are entered as by a clerk.
 * @param skipped records whose values cannot be known; more are added
 * @returns the number of records that it found
 */
export async function reportOlder(
  { db }: Pick<Services, 'db'>,
  reporting: Reporting,
  ctx: Ctx,
  skipped: Set<string>,
): Promise<number> {
  const old = await olderReports(db, ctx, [...skipped]);
  if (old.length === 0) return 0;
  const { refused } = await reporting.submit(ctx, { ids: old.map(({ id }) => id) });
  const again: string[] = [];
  for (const { id, problems } of refused) {
    const report = old.find((each) => each.id === id);
    const values =
      report &&
      entered(
        report,
        problems.map(({ field }) => field),
      );
    if (!values) {
      skipped.add(id);
      continue;
    }
    await reporting.correct(ctx, { ids: [id], values, reason: '补录单据未载明的信息' });
    again.push(id);
  }
  if (again.length === 0) return old.length;
  const reply = await reporting.submit(ctx, { ids: again });
  for (const { id } of reply.refused) skipped.add(id);
  return old.length;
}

/** The values a clerk enters for these fields; null if they cannot be known. */
function entered(report: Old, fields: readonly string[]): Record<string, Entry> | null {
  const values = fields.flatMap((field): [string, Entry][] => {
    const value = entries[field]?.(report);
    return value === undefined ? [] : [[field, value]];
  });
  return values.length < fields.length ? null : Object.fromEntries(values);
}

type Entry = string | number | boolean;
const entries: Readonly<Record<string, (report: Old) => Entry | undefined>> = {
  vin: ({ seed, day }) =>
    vinOf(diceOf(seed), Number.parseInt(seed.slice(0, 6), 16), Number(day.slice(0, 4)) - 8),
  recyclingCertNo: ({ seed }) => `示例证${seed.slice(0, 8).toUpperCase()}`,
  certIssuedOn: ({ day }) => day,
  scrapDate: ({ day }) => day,
  packCount: () => 1,
  batteryComplete: () => true,
  damage: () => 'none',
  safetyJudgement: () => 'pass',
  destKind: () => 'recycler',
  handoverSignedOn: ({ day }) => day,
  receiverConfirmed: () => true,
  scrapStage: () => 'storage',
  disposal: () => 'hazardous',
  batteryType: () => 'Z',
  weighTicketNo: ({ seed }) => `BD-${seed.slice(0, 8).toUpperCase()}`,
  gross: ({ kg }) => (kg === null ? undefined : plus(kg, '9000')),
  tare: () => '9000',
  bomVersion: () => '整件直接利用',
  seriesCount: () => 1,
  parallelCount: () => 1,
};

/** Records whose clock starts with the hand-over wait for it, if a rule says so; some are left for visitors of the demo. */
async function olderReports(db: Db, { caller, now }: Ctx, skipped: readonly string[]): Promise<Old[]> {
  const { rows } = await sql<Old>`
    select r.id, md5(concat_ws(' ', r.type, d.no, b.battery_code, lot.lot_no, l.code, l.lot_no)) as seed, r.type, r.day::text as day, trim_scale(coalesce(l.kg, i.booked_kg))::text as kg
      from reports r join reporting_configs c on c.enterprise_id = r.enterprise_id and c.type = r.type
          and c.status = 2 and c.key_id = ${DEMO_KEY_ID}
        join document_lines l on l.id = r.line_id join documents d on d.id = l.document_id
        left join items i on i.id = l.item_id left join batteries b on b.id = l.item_id left join lots lot on lot.id = l.item_id
      where r.tenant_id = ${caller.tenantId} and r.voided_by is null and r.state = 1 and r.attempts = 0
        and not r.id = any(${[...skipped]}::uuid[])
        and (r.handed_over_on is not null or r.due_day is not null or r.type not in (3, 4, 5, 6, 7))
        and coalesce(r.handed_over_on, r.day) < ${chinaDay(now)}::date - ${LEFT_DAYS}::int
        and not starts_with(coalesce(d.remark, ''), ${lateReports.due})
        and not starts_with(coalesce(d.remark, ''), ${lateReports.overdue})
      order by r.day, seed limit ${AT_ONCE}`.execute(db);
  return rows;
}
