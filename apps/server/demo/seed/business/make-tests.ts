import { rm, writeFile } from 'node:fs/promises';
import { houseLimits } from '@voltloop/domain/matching/limits.ts';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import { cyclerFile } from '../../../../../simulator/cycler/index.ts';
import { runMatching, storeCyclerFile } from '../../../modules/ledger/cells/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import { type Resources, takeStep, updateRow } from '../../../modules/records/resources/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';
import type { MatchingStep, TestsStep } from './plan.ts';
import type { DemoTest } from './test-steps.ts';
import { type KnownIds, valuesOf } from './values-of.ts';

/** Rows of a cycler's file for a test of the demo. */
const ROWS = 1500;

type People = ReadonlyMap<string, AccountRow>;

/** Creates and signs test reports of the demo through the public verbs. @returns the number of created reports */
export async function makeTests(
  services: Services,
  resources: Resources,
  { tests, signed, at, by }: TestsStep,
  people: People,
  knownIds: KnownIds,
): Promise<number> {
  const [account, existing] = [people.get(by), knownIds.get('testReport')];
  if (!account || !existing) return 0;
  const ctx = demoCtx(services, account, at);
  const batteries = await batteriesOf(services, account.tenantId, tests);
  const fresh = tests.filter(({ key, code }) => !existing.has(key) && batteries.has(code));
  try {
    const typed = fresh.filter(({ curve }) => !curve);
    const rows = typed.map(({ key, code, values }) => ({
      ...values,
      remark: key,
      batteryId: batteries.get(code),
    }));
    const ids = await resources.insertRows(ctx, 'testReport', rows);
    typed.forEach(({ key }, n) => {
      existing.set(key, ids[n] as string);
    });
    for (const test of fresh) if (test.curve) existing.set(test.key, await fromCurve(resources, ctx, test));
    const drafts = await draftsOf(
      services,
      tests.flatMap(({ key }) => existing.get(key) ?? []),
    );
    if (signed && drafts.length > 0)
      await takeStep(resources.core, ctx, testReport, { ids: drafts, step: 'sign' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ fields: error.fields?.slice(0, 5) }, 'test reports of the demo were refused');
  }
  return fresh.filter(({ key }) => existing.has(key)).length;
}

/** A report from the file of a cycler. */
async function fromCurve({ core }: Resources, ctx: Ctx, { key, code, values, curve }: DemoTest) {
  const path = await core.services.files.temporary();
  const text = cyclerFile('neware', {
    code,
    rows: ROWS,
    ...(curve as NonNullable<DemoTest['curve']>),
  });
  await writeFile(path, text, { mode: 0o600 });
  const { testDay, operator, ambientC, equipment, calibrationValidTo, instrumentPct } = values as Record<
    string,
    string
  >;
  const { id } = await storeCyclerFile(
    core,
    ctx,
    {
      code,
      safe: 'true' as const,
      testDay: testDay as string,
      operator: operator as string,
      ambientC,
      equipment,
      calibrationValidTo,
      instrumentPct,
    },
    { path, name: `${code}.csv`, size_bytes: Buffer.byteLength(text) },
    AbortSignal.timeout(60_000),
  ).finally(() => rm(path, { force: true }));
  const { ratedCapacityAh, freshDcirMohm, endDcirMohm } = values;
  const more = { remark: key, ratedCapacityAh, freshDcirMohm, endDcirMohm };
  await updateRow(core, ctx, testReport, { id, ...more, clearFields: [] });
  return id;
}

async function batteriesOf({ pool }: Services, tenantId: string, tests: readonly DemoTest[]) {
  const { rows } = await pool.query<{ id: string; code: string }>(
    `select id, battery_code as code from batteries
      where tenant_id = $1 and battery_code = any($2::text[]) and deleted_at is null`,
    [tenantId, tests.map(({ code }) => code)],
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

async function draftsOf({ pool }: Services, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from test_reports where id = any($1::uuid[]) and status = 'draft' and deleted_at is null order by no`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Runs the matching of a step, unless it was run before. @returns 0: it creates no row */
export async function matchCells(
  services: Services,
  { matching: { store, bom, seed }, at, by }: MatchingStep,
  people: People,
  knownIds: KnownIds,
): Promise<number> {
  const account = people.get(by);
  const { storeId, bomId } = valuesOf({ key: '', values: { storeId: store, bomId: bom } }, knownIds);
  if (!account || typeof storeId !== 'string' || typeof bomId !== 'string') return 0;
  const { rowCount } = await services.pool.query(
    `select 1 from matching_runs where tenant_id = $1 and (asked ->> 'seed')::int = $2`,
    [account.tenantId, seed],
  );
  if (rowCount) return 0;
  try {
    const { series, parallel } = houseLimits;
    const input = { storeId, bomId, seed, grades: [], limits: { series, parallel } };
    await runMatching(services.db, demoCtx(services, account, at), input, AbortSignal.timeout(60_000));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ fields: error.fields?.slice(0, 5) }, 'a matching of the demo was refused');
  }
  return 0;
}
