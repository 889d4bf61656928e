import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { accountById } from '../../people/accounts/index.ts';
import { bindIn, lockThing, type ThingRow, unbindOthers } from '../things/index.ts';
import { QUARTER_MS, quarterOf } from './rules.ts';
import { endPresent } from './store-devices.ts';
import { presentThings, siteOfThing, type TransferRow } from './store-transfers.ts';
import { dropSource } from './tariff/price-feed.ts';

const changed = () =>
  new AppError('conflict', { message: 'Its owner has changed since the request: make a new one' });

/** Transfers a site with its current devices to the receiver. @throws conflict when the giver no longer has it */
export async function moveSite(trx: Trx, ctx: Ctx, row: TransferRow): Promise<void> {
  const siteId = row.site_id as string;
  const { rows } = await sql<{ account_id: string }>`
    select account_id from sites where id = ${siteId} and deleted_at is null for update`.execute(trx);
  const [site] = rows;
  if (site?.account_id !== row.giver_id) throw changed();
  const things = await presentThings(trx, siteId);
  // The devices stay in the site: it belongs to the receiver before the giver's bindings end.
  await sql`
    update sites set account_id = ${row.receiver_id}, updated_at = ${ctx.now} where id = ${siteId}`.execute(
    trx,
  );
  await dropSource(trx, siteId);
  await rebind(trx, ctx, row, things, 'bindFirst');
  if (row.share_history) return;
  await insertWalls(trx, ctx, row.giver_id, { siteId, thingIds: things.map(({ id }) => id) });
}

/** Transfers one device to the receiver; it leaves its site. @throws conflict when the giver no longer has it */
export async function moveDevice(trx: Trx, ctx: Ctx, row: TransferRow): Promise<void> {
  const thing = { id: row.thing_id as string, devid: row.devid ?? '' };
  await lockThing(trx, thing.id);
  const at = await siteOfThing(trx, thing.id);
  if (at ? at.account_id !== row.giver_id : !(await boundTo(trx, thing.id, row.giver_id))) throw changed();
  const moment = quarterOf(ctx.now.getTime());
  await endPresent(trx, [thing.id], new Date(moment), ctx.caller.accountId);
  await rebind(trx, ctx, row, [thing], 'unbindFirst');
  if (row.share_history) return;
  // At the receiver's site it counts from the first quarter-hour that is completely the receiver's.
  await sql`update site_devices set since = ${new Date(moment + QUARTER_MS)}
    where thing_id = ${thing.id}::uuid and until is null and since = ${new Date(moment)}`.execute(trx);
  await insertWalls(trx, ctx, row.giver_id, { thingIds: [thing.id] });
}

async function boundTo(trx: Trx, thingId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from bindings
    where thing_id = ${thingId} and account_id = ${accountId} and until is null`.execute(trx);
  return rows.length > 0;
}

/**
 * Binds things to the receiver, and ends their bindings to all other accounts that are not above the receiver.
 * @param order Devices of a site stay in it when they are bound first; a single device finds the receiver's site once no
 * other account has it.
 */
async function rebind(
  trx: Trx,
  ctx: Ctx,
  row: TransferRow,
  things: readonly Pick<ThingRow, 'id' | 'devid'>[],
  order: 'bindFirst' | 'unbindFirst',
): Promise<void> {
  if (things.length === 0) return;
  const receiver = await accountById(trx, row.receiver_id);
  if (!receiver) throw changed();
  if (order === 'unbindFirst') await unbindOthers(trx, ctx, receiver, things);
  await bindIn(trx, ctx, [receiver], things);
  if (order === 'bindFirst') await unbindOthers(trx, ctx, receiver, things);
}

async function insertWalls(
  trx: Trx,
  ctx: Ctx,
  keeperId: string,
  of: { siteId?: string; thingIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into history_walls (before, keeper_id, thing_id)
    select ${ctx.now}::timestamptz, ${keeperId}::uuid, unnest(${[...of.thingIds]}::uuid[])`.execute(trx);
  if (of.siteId !== undefined)
    await sql`
      insert into history_walls (before, keeper_id, site_id)
      values (${ctx.now}, ${keeperId}, ${of.siteId})`.execute(trx);
}
