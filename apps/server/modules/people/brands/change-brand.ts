import type { BodyOf, Brand, ParamsOf, readBrand, saveBrand, setBrandHost } from '@voltloop/contract';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, forbidden } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { loadAccount } from '../accounts/index.ts';
import { checkPictureRate } from '../files/index.ts';
import type { Core } from './core.ts';
import { brandOfAccount, clearBrand, mayEdit, writeBrand } from './store.ts';

type Params = ParamsOf<typeof readBrand>;

const LOGO = 'brand.logo';
/** Shown at most 36 pixels high; high-density screens need three times as many. */
const LOGO_BOX = { width: 480, height: 120, fit: 'inside' } as const;

/** The brand of an account that the caller sees. @throws notFound */
export async function findBrand(db: Db | Trx, ctx: Ctx, { id }: Params): Promise<Brand> {
  const account = await loadAccount(db, ctx.caller, id);
  return brandOfAccount(db, ctx.caller, account.id);
}

/** Changes a brand and writes the audit row in one transaction. */
async function change(
  core: Core,
  ctx: Ctx,
  params: Params,
  action: string,
  work: (trx: Trx, brand: Brand) => Promise<Record<string, unknown>>,
): Promise<Brand> {
  const brand = await core.services.db.transaction().execute(async (trx) => {
    const before = await findBrand(trx, ctx, params);
    if (!mayEdit(ctx.caller, before.account_id)) throw forbidden();
    const details = await work(trx, before);
    await audit(trx, ctx, { action, objectType: 'account', objectId: before.account_id, details });
    return brandOfAccount(trx, ctx.caller, before.account_id);
  });
  core.byHost.forget();
  return brand;
}

/** Sets name and colour. @throws notFound, forbidden */
export function changeBrand(
  core: Core,
  ctx: Ctx,
  params: Params,
  { name, color = null }: { name: BodyOf<typeof saveBrand>['name']; color?: string | null | undefined },
): Promise<Brand> {
  return change(core, ctx, params, 'brand.save', async (trx, before) => {
    await writeBrand(trx, before.account_id, { name, color }, ctx.now);
    return { name, color, before: { name: before.name, color: before.color } };
  });
}

/** Removes name, colour and logo. @throws notFound, forbidden */
export function dropBrand(core: Core, ctx: Ctx, params: Params): Promise<Brand> {
  return change(core, ctx, params, 'brand.remove', async (trx, before) => {
    await clearBrand(trx, before.account_id, ctx.now);
    return { before: { name: before.name, color: before.color } };
  });
}

/** Sets the logo. @throws notFound, forbidden, tooMany, wrongType, validation, tooLarge */
export async function changeLogo(
  core: Core,
  ctx: Ctx,
  params: Params,
  request: FastifyRequest,
): Promise<Brand> {
  const { db } = core.services;
  // A caller without the right is refused before the body is read.
  const { account_id, may_edit } = await findBrand(db, ctx, params);
  if (!may_edit) throw forbidden();
  const logo = await core.files.smallPicture(ctx, request, {
    type: 'image/png',
    box: LOGO_BOX,
    before: () => checkPictureRate(db, ctx, LOGO, account_id),
  });
  return change(core, ctx, params, LOGO, async (trx, before) => {
    await lockName(trx, `logo ${before.account_id}`);
    await checkPictureRate(trx, ctx, LOGO, before.account_id);
    await writeBrand(trx, before.account_id, { logo }, ctx.now);
    return { size_bytes: logo.length };
  });
}

/** Removes the logo. @throws notFound, forbidden */
export function dropLogo(core: Core, ctx: Ctx, params: Params): Promise<Brand> {
  return change(core, ctx, params, 'brand.logo_remove', async (trx, before) => {
    if (before.logo !== null) await writeBrand(trx, before.account_id, { logo: null }, ctx.now);
    return {};
  });
}

/**
 * Sets the host name of a brand. Only the main account may, so that nobody takes another's name.
 * @throws notFound, forbidden, validation for the host of the platform itself, conflict where it shows another brand
 */
export async function changeHost(
  core: Core,
  ctx: Ctx,
  params: Params,
  body: BodyOf<typeof setBrandHost>,
): Promise<Brand> {
  const host = body.host === undefined ? null : normalHost(body.host);
  const { publicUrl } = core.services.config;
  if (host !== null && publicUrl && host === normalHost(new URL(publicUrl).hostname))
    throw fieldError('host', 'brand.hostReserved', 'This is the host name of the platform itself');
  try {
    return await change(core, ctx, params, 'brand.host', async (trx, before) => {
      if (!before.may_set_host) throw forbidden();
      await writeBrand(trx, before.account_id, { host }, ctx.now);
      return { host, before: before.host };
    });
  } catch (error) {
    if ((error as { code?: string; constraint?: string }).constraint === 'brands_host_key')
      throw conflictError('host', 'brand.hostTaken', 'This host name already shows another brand');
    throw error;
  }
}
