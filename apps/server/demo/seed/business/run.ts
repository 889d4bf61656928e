import { resources } from '@voltloop/resources';
import { order } from '@voltloop/resources/order/order.resource.ts';
import { closePeriod } from '../../../modules/ledger/periods/index.ts';
import { type AccountRow, accountByUserName } from '../../../modules/people/accounts/index.ts';
import { type Resources, takeStep } from '../../../modules/records/resources/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { billOrder, billReceipt } from './bill-order.ts';
import { demoCollections } from './collections.ts';
import { dayOf } from './companies.ts';
import { demoCtx } from './demo-ctx.ts';
import { makeTests, matchCells } from './make-tests.ts';
import { seedPassports } from './passports.ts';
import { type AnyStep, type CloseMonthStep, type CloseOrderStep, planOf, type Step } from './plan.ts';
import { postDocuments } from './post-documents.ts';
import { type BusinessSize, keyColumns, sizes } from './rows.ts';
import { staff } from './staff.ts';
import { type KnownIds, valuesOf } from './values-of.ts';

/**
 * Creates the demo's business through the ordinary verbs, step by step: the source of the snapshots that instances
 * load. It ends now, and expects a tenant without a business.
 * @param onDay called before the first step of each day
 * @returns the number of created rows
 */
export async function seedBusiness(
  services: Services,
  resources: Resources,
  size: BusinessSize,
  onDay: (at: Date) => Promise<void> = async () => {},
): Promise<number> {
  const { log } = services;
  const begun = services.clock();
  const people = await staffAccounts(services);
  const knownIds = await keysOf(services, people);
  const collections = demoCollections(services, resources, people, begun);
  let made = 0;
  let day = '';
  for (const step of planOf(sizes[size], begun)) {
    if (dayOf(step.at) > day) {
      day = dayOf(step.at);
      await onDay(step.at);
    }
    made += await collections.until(step.at);
    made += await takeAny(services, resources, step, people, knownIds);
  }
  made += await collections.until(begun);
  await seedPassports(services, resources, people, begun);
  log.info({ made, size }, 'the demo business is complete');
  return made;
}

type People = ReadonlyMap<string, AccountRow>;

/**
 * Closes an order of the demo short, unless it is already closed or the step is refused. @returns 0: it creates no
 * row
 */
async function closeOrder(
  services: Services,
  { core }: Resources,
  { closed, at, by }: CloseOrderStep,
  people: People,
  knownIds: KnownIds,
): Promise<number> {
  const account = people.get(by);
  const id = knownIds.get('order')?.get(closed);
  if (!account || !id) return 0;
  const input = { ids: [id], step: 'close', reason: '客户要求按实发数量结算' };
  await unlessRefused(services, () => takeStep(core, demoCtx(services, account, at), order, input));
  return 0;
}

/** Closes a month, unless it is already closed or has open documents. @returns 0: it creates no row */
async function closeMonth(
  services: Services,
  { month, at, by }: CloseMonthStep,
  people: People,
): Promise<number> {
  const account = people.get(by);
  if (account)
    await unlessRefused(services, () => closePeriod(services.db, demoCtx(services, account, at), month));
  return 0;
}

async function unlessRefused({ log }: Services, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ fields: error.fields?.slice(0, 5) }, 'a step of the demo was refused');
  }
}

function takeAny(
  services: Services,
  resources: Resources,
  step: AnyStep,
  people: ReadonlyMap<string, AccountRow>,
  knownIds: KnownIds,
): Promise<number> {
  if ('documents' in step) return postDocuments(services, resources, step, people, knownIds);
  if ('order' in step) return billOrder(services, resources, step, people, knownIds);
  if ('bought' in step) return billReceipt(services, resources, step, people, knownIds);
  if ('closed' in step) return closeOrder(services, resources, step, people, knownIds);
  if ('tests' in step) return makeTests(services, resources, step, people, knownIds);
  if ('matching' in step) return matchCells(services, step, people, knownIds);
  if ('month' in step) return closeMonth(services, step, people);
  return take(services, resources, step, people, knownIds);
}

async function staffAccounts({ db }: Services): Promise<ReadonlyMap<string, AccountRow>> {
  const found = await Promise.all(staff.map(({ userName }) => accountByUserName(db, userName)));
  return new Map(found.flatMap((account) => (account ? [[account.userName, account]] : [])));
}

async function keysOf({ pool }: Services, people: ReadonlyMap<string, AccountRow>): Promise<KnownIds> {
  const [tenantId] = [...people.values()].map((account) => account.tenantId);
  const knownIds: KnownIds = new Map();
  for (const { name, table } of resources) {
    const columns = keyColumns[name];
    if (!columns) continue;
    const { rows } = await pool.query<{ id: string | null; key: string }>(
      `select case when deleted_at is null then id end as id, coalesce(${columns.join(', ')}) as key from ${table}
       where tenant_id = $1 and coalesce(${columns.join(', ')}) is not null`,
      [tenantId],
    );
    knownIds.set(name, new Map(rows.map(({ id, key }) => [key, id])));
  }
  return knownIds;
}

/** Creates the missing rows of one step. Refused rows (for example of a deleted customer) are skipped. */
async function take(
  services: Services,
  resources: Resources,
  step: Step,
  people: ReadonlyMap<string, AccountRow>,
  knownIds: KnownIds,
): Promise<number> {
  const existing = knownIds.get(step.resource);
  const account = people.get(step.by);
  if (!existing || !account) return 0;
  const ctx = demoCtx(services, account, step.at);
  let rows = step.rows.filter((row) => !existing.has(row.key));
  while (rows.length > 0) {
    try {
      const values = rows.map((row) => valuesOf(row, knownIds));
      const ids = await resources.insertRows(ctx, step.resource, values);
      rows.forEach((row, i) => {
        existing.set(row.key, ids[i] as string);
      });
      return rows.length;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fields = error.fields?.slice(0, 5);
      services.log.warn({ resource: step.resource, fields }, 'rows of the demo business were refused');
      const refused = refusedRows(error);
      rows = rows.filter((_, i) => refused && !refused.has(i));
    }
  }
  return 0;
}

/** Indexes of the rows refused by an error; null if it names none. */
function refusedRows(error: AppError): Set<number> | null {
  const places = (error.fields ?? []).flatMap(({ path }) => /^rows\.(\d+)\./.exec(path)?.[1] ?? []);
  return places.length > 0 ? new Set(places.map(Number)) : null;
}
