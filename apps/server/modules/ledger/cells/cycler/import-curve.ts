import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ImportedCurve, type importCurve, MAX_CYCLER_BYTES, type QueryOf } from '@voltloop/contract';
import { safetyQuestions } from '@voltloop/domain/battery-test/index.ts';
import type { Values } from '@voltloop/resource-kit';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { auditAll } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { FairQueue } from '../../../../platform/fair-queue.ts';
import { type ReceivedFile, withReceivedFile } from '../../../../platform/receive-file.ts';
import { saveFile } from '../../../people/files/index.ts';
import { type Core, insertUnaudited, rowsById } from '../../../records/resources/index.ts';
import { type CyclerCurve, type CyclerRefusal, readCurve } from './read-curve.ts';

type Query = QueryOf<typeof importCurve>;

/** One file at a time for each account, two for all: each uses a core. */
const reading = new FairQueue({ atOnce: 2, atOncePerKey: 1, waitingPerKey: 5 });

/** Runs `use` with the uploaded file of a cycler. @throws tooLarge, tooMany */
export function withCyclerFile<T>(
  { services: { files } }: Core,
  ctx: Ctx,
  request: FastifyRequest,
  use: (file: ReceivedFile, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withReceivedFile(files, ctx, request, { limit_bytes: MAX_CYCLER_BYTES, tooLarge }, (file, signal) =>
    reading.run(ctx.caller.accountId, () => use(file, signal), signal),
  );
}

/** Drafts a report from the file of a cycler. @throws validation at `file` */
export function importCurveFile(
  core: Core,
  ctx: Ctx,
  query: Query,
  request: FastifyRequest,
): Promise<ImportedCurve> {
  return withCyclerFile(core, ctx, request, (file, signal) =>
    storeCyclerFile(core, ctx, query, file, signal),
  );
}

/** The same from a local file, which is deleted afterwards. @throws validation at `file` */
export async function storeCyclerFile(
  core: Core,
  ctx: Ctx,
  query: Query,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<ImportedCurve> {
  const curve = await readCurve(file.path, query.mapping ?? null, signal);
  if ('refused' in curve) throw refusalOf(curve.refused);
  signal.throwIfAborted();
  return storeCurve(core, ctx, query, file, curve);
}

async function storeCurve(
  core: Core,
  ctx: Ctx,
  query: Query,
  file: ReceivedFile,
  curve: CyclerCurve,
): Promise<ImportedCurve> {
  const { services } = core;
  const { tenantId } = ctx.caller;
  const sha256 = await digestOf(file.path);
  const packed = await services.files.temporary();
  try {
    // Text compresses to a quarter; a workbook is already compressed.
    const isText = !/\.xlsx$/i.test(file.name);
    if (isText) await pipeline(createReadStream(file.path), createGzip(), createWriteStream(packed));
    const saved = await saveFile(services, ctx, {
      path: isText ? packed : file.path,
      name: isText ? `${file.name}.gz` : file.name,
      type: isText ? 'application/gzip' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    try {
      return await services.db.transaction().execute(async (trx) => {
        const battery = await batteryOf(trx, tenantId, query, file.name, curve.lead);
        await refuseTwice(trx, tenantId, battery.id, sha256);
        refuseImplausible(curve, battery);
        await saved.insert(trx);
        const { ids, entries } = await insertUnaudited(
          core,
          trx,
          ctx,
          testReport,
          [{ ...valuesOf(query, curve, battery), rawFiles: [saved.address] }],
          (_n, field) => field,
        );
        const [id] = ids as [string];
        const { drawing, derived } = curve;
        await sql`insert into test_curves (report_id, tenant_id, file_id, sha256, maker, mapping, rows, time_s, current_a,
            voltage_v, derived, created_at) values (${id}, ${tenantId}, ${saved.id}, ${sha256}, ${curve.maker},
            ${JSON.stringify(curve.mapping)}, ${curve.rows}, ${drawing.time_s}::real[], ${drawing.current_A}::real[],
            ${drawing.voltage_V}::real[], ${JSON.stringify(derived)}, ${ctx.now})`.execute(trx);
        await auditAll(trx, ctx, [
          ...entries,
          {
            action: 'file.upload',
            objectType: 'file',
            objectId: saved.id,
            details: { name: file.name, size_bytes: file.size_bytes, with: id },
          },
        ]);
        const [row] = (await rowsById(trx, core.registry, testReport, tenantId, ids)) as Values[];
        return {
          id,
          maker: curve.maker,
          rows: curve.rows,
          ...(Object.fromEntries(
            ['no', 'batteryCode', 'capacityAh', 'dcirMohm', 'ocvV', 'sohPct', 'grade'].map((name) => [
              name,
              row?.[name] ?? null,
            ]),
          ) as Pick<
            ImportedCurve,
            'no' | 'batteryCode' | 'capacityAh' | 'dcirMohm' | 'ocvV' | 'sohPct' | 'grade'
          >),
        };
      });
    } catch (error) {
      await saved.remove();
      throw error;
    }
  } finally {
    await rm(packed, { force: true });
  }
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

const CODE = /(?<![0-9A-Z])([0-9A-Z]{24}|[0-9A-Z]{19})(?![0-9A-Z])/g;

/** The single battery named by the query, the file's name or the texts above the heads. @throws validation */
async function batteryOf(
  trx: Trx,
  tenantId: string,
  { code }: Query,
  name: string,
  lead: readonly string[],
): Promise<RatedBattery> {
  const named = code ? [code.trim().toUpperCase()] : codesIn([name, ...lead]);
  if (named.length === 0)
    throw fieldError('file', 'rule.testing.noCode', 'Neither name nor file names the code of a battery');
  const { rows } = await sql<RatedBattery>`
    select id, rated_capacity_ah as "ratedCapacity", rated_voltage_v as "ratedVoltage" from batteries
      where tenant_id = ${tenantId} and battery_code = any(${named}) and deleted_at is null`.execute(trx);
  const [battery] = rows;
  if (!battery)
    throw fieldError('file', `rule.testing.noBattery?code=${named[0]}`, `There is no battery ${named[0]}`);
  if (rows.length > 1)
    throw fieldError('file', 'rule.testing.severalCodes', 'The file contains several battery codes');
  return battery;
}

const codesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.toUpperCase().matchAll(CODE)].map(([found]) => found))),
];

async function refuseTwice(trx: Trx, tenantId: string, batteryId: string, sha256: Buffer): Promise<void> {
  const { rows } = await sql<{ no: string }>`
    select r.no from test_curves c join test_reports r on r.id = c.report_id
      where c.tenant_id = ${tenantId} and c.sha256 = ${sha256} and r.battery_id = ${batteryId}
        and r.deleted_at is null`.execute(trx);
  if (rows[0])
    throw fieldError(
      'file',
      `rule.testing.twice?no=${rows[0].no}`,
      `This file is in report ${rows[0].no} already`,
    );
}

interface RatedBattery {
  id: string;
  ratedCapacity: string | null;
  ratedVoltage: string | null;
}

/** Health outside of this range, in per cent, and voltages of more than this multiple come from wrong units. */
const PLAUSIBLE_SOH_PCT = { min: 1, max: 130 };
const PLAUSIBLE_VOLTAGES = 10;
/** Largest figure of a report. */
const LARGEST = 1_000_000;

/** @throws validation when the battery can have neither this capacity nor this voltage */
function refuseImplausible({ derived: { capacity_Ah }, drawing }: CyclerCurve, battery: RatedBattery): void {
  const [rated_Ah, rated_V] = [Number(battery.ratedCapacity ?? 0), Number(battery.ratedVoltage ?? 0)];
  const soh_pct = capacity_Ah && rated_Ah > 0 ? (capacity_Ah / rated_Ah) * 100 : null;
  const refuse = (what: string, value: number, rated: number) => {
    const query = queryOf({ value: String(Number(value.toPrecision(4))), rated: String(rated) });
    throw fieldError(
      'file',
      `rule.testing.${what}?${query}`,
      'The values do not fit the rated ones; check the units of the columns',
    );
  };
  if (soh_pct !== null && (soh_pct < PLAUSIBLE_SOH_PCT.min || soh_pct > PLAUSIBLE_SOH_PCT.max))
    refuse('implausibleCapacity', capacity_Ah as number, rated_Ah);
  const highest_V = drawing.voltage_V.reduce((most, each) => Math.max(most, each), 0);
  if (rated_V > 0 && highest_V > rated_V * PLAUSIBLE_VOLTAGES)
    refuse('implausibleVoltage', highest_V, rated_V);
}

/** The initial values of the report. */
function valuesOf(query: Query, { derived }: CyclerCurve, battery: RatedBattery): Values {
  /** Nothing for what rounds to zero, or is larger than a report takes: the resistance of a coin cell. */
  const text = (value: number | null | undefined, decimals: number) => {
    const rounded = value?.toFixed(decimals);
    return rounded === undefined || Number(rounded) === 0 || Number(rounded) > LARGEST ? undefined : rounded;
  };
  const { selfDischarge } = derived;
  return {
    batteryId: battery.id,
    testDay: query.testDay,
    method: 'discharge',
    operator: query.operator,
    ambientC: query.ambientC ?? text(derived.temperature_C, 1) ?? '25',
    equipment: query.equipment,
    calibrationValidTo: query.calibrationValidTo,
    instrumentPct: query.instrumentPct,
    ratedCapacityAh: battery.ratedCapacity ?? undefined,
    capacityAh: text(derived.capacity_Ah, 4),
    energyWh: text(derived.energy_Wh, 3),
    dcirMohm: text(derived.dcir_mOhm, 4),
    ocvV: text(selfDischarge?.first_V ?? derived.ocv_V, 4),
    ocvLaterV: text(selfDischarge?.later_V, 4),
    restH: text(selfDischarge?.rest_h, 2),
    ...(query.safe === 'true' ? Object.fromEntries(safetyQuestions.map((question) => [question, 0])) : {}),
  };
}

const queryOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

const messages: Readonly<Record<CyclerRefusal['key'], string>> = {
  noHeads: 'The file has no recognised column heads; choose its columns',
  noColumn: 'A column of the mapping is missing',
  noRows: 'The file has no rows below its heads',
  badRows: 'Rows of the file have no numbers',
  capacityDiffers:
    'The capacity calculated from the rows is not that of the file; check the units of its columns',
  timeBackwards: 'Time runs backwards in the file',
  tooManyRows: 'The file has too many rows',
  unreadable: 'The file cannot be read as a table or a workbook',
  tooBig: 'The file needs more memory than an import takes',
  tooSlow: 'Reading the file takes too long',
};

const refusalOf = ({ key, values }: CyclerRefusal): AppError => {
  const query = queryOf(values);
  return fieldError('file', `rule.testing.${key}${query && `?${query}`}`, messages[key]);
};

function tooLarge(): AppError {
  const message = 'The file is larger than 40 MB';
  return new AppError('tooLarge', {
    message,
    fields: [{ path: 'file', key: 'rule.testing.tooLarge', message }],
  });
}
