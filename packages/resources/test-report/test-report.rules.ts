import {
  columnOf,
  type Draft,
  type Facts,
  type Problem,
  problemOf,
  type Rules,
  type StoredRow,
  type Values,
} from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';
import { evaluated, impossible, type SchemeRow, type Tested, unanswered } from './evaluate.ts';

const problem = problemOf('testReport');

/** States in which a battery can be tested: available in a store, or in test. */
const testable: ReadonlySet<string> = new Set(['in_stock', 'in_test']);
/**
 * States in which a report can be prepared, including those before the receipt; not after the battery has left or
 * ended.
 */
const gone: ReadonlySet<string> = new Set(['sold', 'handed_over', 'missing', 'scrapped', 'recycled']);

async function batteriesOf(
  { tenantId, query }: Facts,
  ids: readonly unknown[],
): Promise<Map<string, Tested>> {
  const rows = await query<Tested>(
    `select id, battery_code as code, state, product_type as "productType", chemistry,
        rated_capacity_ah as "ratedCapacity_Ah", rated_energy_kwh as "ratedEnergy_kWh", rated_voltage_v as "ratedVoltage_V"
      from batteries where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null`,
    [tenantId, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const released = ({ tenantId, query }: Facts) =>
  query<SchemeRow>(
    `select id, to_char(first_day, 'YYYY-MM-DD') as "firstDay", product_type as "productType", chemistry, bands,
        min_insulation as "minInsulation", min_ocv_v as "minOcv", max_self_discharge_mv_day as "maxSelfDischarge"
      from grading_schemes where tenant_id = $1 and status = 2 and deleted_at is null`,
    [tenantId],
  );

/** The corrected reports: signed, of the same battery, and not replaced yet. */
async function replaceable({ tenantId, query }: Facts, drafts: readonly Draft[]) {
  const ids = drafts.flatMap(({ values }) => (values.replacesId ? [values.replacesId] : []));
  if (ids.length === 0) return new Map<string, string>();
  const rows = await query<{ id: string; battery: string }>(
    `select id, battery_id as battery from test_reports
      where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null and status = 'signed' for share`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, battery }) => [id, battery]));
}

/** Stores the derived fields of reports: health, grade, state of the calibration. */
async function evaluate(facts: Facts, rows: readonly StoredRow[]): Promise<void> {
  const [batteries, schemes] = [
    await batteriesOf(
      facts,
      rows.map((row) => row.batteryId),
    ),
    await released(facts),
  ];
  const results = rows.flatMap((row) => {
    const battery = batteries.get(String(row.batteryId));
    return battery ? [{ id: row.id, ...evaluated(row, battery, schemes) }] : [];
  });
  const [first] = results;
  if (!first) return;
  const names = Object.keys(first).filter((name) => name !== 'id');
  await facts.query(
    `update test_reports t set ${names.map((name) => `${columnOf(name)} = r.${columnOf(name)}`).join(', ')}
      from jsonb_populate_recordset(null::test_reports, $1::jsonb) r where t.id = r.id and t.status = 'draft'`,
    [
      JSON.stringify(
        results.map((result) =>
          Object.fromEntries(Object.entries(result).map(([name, value]) => [columnOf(name), value])),
        ),
      ),
    ],
  );
}

/** A problem with a measurement that yields an impossible result, or null. */
function impossibleProblem(found: Values): Problem | null {
  const wrong = impossible(found);
  if (wrong === null) return null;
  const { field, of, value } = wrong;
  return of === 'Soh'
    ? problem(
        field,
        `impossibleSoh?soh=${value}`,
        `This yields an SOH of ${value} %: check the unit and the rated value`,
      )
    : problem(
        field,
        `impossibleSelfDischarge?rate=${value}`,
        `These voltages and the rest yield ${value} mV per day: check the units`,
      );
}

/** Per report the reason why it cannot be signed, or null. */
async function maySign(facts: Facts, rows: readonly StoredRow[]): Promise<(Problem | null)[]> {
  const { tenantId, query } = facts;
  const ids = rows.map(({ batteryId }) => batteryId);
  // Locks the batteries until the transaction ends: no moves, changes or other reports meanwhile.
  await query(
    'select 1 from batteries where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update',
    [tenantId, ids],
  );
  const batteries = await batteriesOf(facts, ids);
  const schemes = await released(facts);
  const former = await replaceable(
    facts,
    rows.map((row) => ({ values: row, before: null })),
  );
  const problems = rows.map((row) =>
    signingProblem(facts, row, batteries.get(String(row.batteryId)), schemes, former),
  );
  if (problems.some((each) => each !== null)) return problems;
  // The final evaluation, with the current scheme: the step signs the rows next, and a signed row is locked.
  await evaluate(facts, rows);
  await query(
    `update test_reports t set rated_capacity_ah = b.rated_capacity_ah from batteries b
      where t.id = any($1::uuid[]) and b.id = t.battery_id and t.status = 'draft' and t.rated_capacity_ah is null
        and t.soh_capacity_pct is not null`,
    [rows.map(({ id }) => id)],
  );
  return problems;
}

function signingProblem(
  { now }: Facts,
  row: StoredRow,
  battery: Tested | undefined,
  schemes: readonly SchemeRow[],
  former: ReadonlyMap<string, string>,
): Problem | null {
  if (!battery || !testable.has(battery.state))
    return problem('batteryId', 'notInStock', 'Only a battery that is available or in test can be tested');
  if (String(row.testDay) > chinaDay(now))
    return problem('testDay', 'dayInFuture', 'The day is in the future');
  const [missing] = unanswered(row);
  if (missing) return problem(missing, 'unanswered', 'Answer the whole checklist');
  const found = evaluated(row, battery, schemes);
  const wrong = impossibleProblem(found);
  if (wrong) return wrong;
  if (!found.schemeId)
    return problem('schemeId', 'noScheme', 'No released grading scheme is in force on the day of the test');
  if (!found.grade)
    return problem(
      'capacityAh',
      'noHealth',
      'Measured and rated capacity or energy are missing: there is no SOH',
    );
  return row.replacesId && !former.has(String(row.replacesId))
    ? problem(
        'replacesId',
        'notReplaceable',
        'Only a signed report of this battery that has not been replaced can be corrected',
      )
    : null;
}

/**
 * Health and grade follow from the measurements and from the scheme in force on the day of the test, recomputed at
 * each change and when the report is signed. Batteries show their latest signed report.
 */
export const testReportRules: Rules = {
  async check(facts, drafts) {
    const batteries = await batteriesOf(
      facts,
      drafts.map(({ values }) => values.batteryId),
    );
    const former = await replaceable(
      facts,
      drafts.filter(({ before }) => before === null),
    );
    return drafts.map(({ values, before }) => {
      const problems: Problem[] = [];
      const { batteryId, testDay, replacesId } = values;
      if (before === null && gone.has(batteries.get(String(batteryId))?.state ?? ''))
        problems.push(problem('batteryId', 'gone', 'This battery has left, is missing or scrapped'));
      if (String(testDay) > chinaDay(facts.now))
        problems.push(problem('testDay', 'dayInFuture', 'The day is in the future'));
      const battery = batteries.get(String(batteryId));
      const wrong = battery && impossibleProblem(evaluated(values, battery, []));
      if (wrong) problems.push(wrong);
      if (before === null && replacesId && former.get(String(replacesId)) !== batteryId)
        problems.push(
          problem(
            'replacesId',
            'notReplaceable',
            'Only a signed report of this battery that has not been replaced can be corrected',
          ),
        );
      return problems;
    });
  },
  written: (facts, rows) =>
    evaluate(
      facts,
      rows.map(({ after }) => after),
    ),
  steps: {
    sign: {
      may: maySign,
      async effect(facts, rows) {
        const { tenantId, accountId, now, query } = facts;
        await query(
          `update test_reports set signed_at = $2, signed_by = (select name from accounts where id = $3)
            where id = any($1::uuid[])`,
          [rows.map(({ id }) => id), now, accountId],
        );
        const by = new Map(
          rows.flatMap(({ id, replacesId }) => (replacesId ? [[String(replacesId), id]] : [])),
        );
        const replaced = await query<{ id: string }>(
          `update test_reports set status = 'replaced', version = version + 1, update_time = $3
            where tenant_id = $1 and id = any($2::uuid[]) and status = 'signed' returning id`,
          [tenantId, [...by.keys()], now],
        );
        await query('select project_battery_health($1::uuid[])', [rows.map(({ batteryId }) => batteryId)]);
        return replaced.map(({ id }) => ({
          id,
          by: by.get(id) as string,
          changes: { status: { from: 'signed', to: 'replaced' } },
        }));
      },
    },
  },
};
