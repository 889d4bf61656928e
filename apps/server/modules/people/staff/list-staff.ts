import type * as contract from '@voltloop/contract';
import type { Page, QueryOf, ReplyOf, StaffDetail, StaffMember } from '@voltloop/contract';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { exportList } from '../../../platform/list-export.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import { maskEmail, maskMobile } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { coversRole, untouchable } from './rules.ts';
import { countStaff, findStaff, rolesWithRights, type StaffRow, staffBatches, staffById } from './store.ts';

function detail(ctx: Ctx, { menu_ids: menuIds, ...row }: StaffRow): StaffDetail {
  return { ...row, untouchable: untouchable(ctx.caller, { id: row.id, menuIds }) };
}

/** A staff account in the form of a list. */
function listed(ctx: Ctx, row: StaffRow): StaffMember {
  const { description: _, last_login_ip: __, ...member } = detail(ctx, row);
  return { ...member, email: maskEmail(member.email), mobile: maskMobile(member.mobile) };
}

/** A page of the tenant's staff. */
export async function listStaff(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.listStaff>,
): Promise<Page<StaffMember>> {
  const window = pageWindow(query);
  const { list, total } = await findStaff(core.services.db, ctx.caller.tenantId, query, window);
  return paged({ list: list.map((row) => listed(ctx, row)), total }, window);
}

/** Roles to choose from, and whether the caller may assign them. */
export async function listStaffRoles(core: Core, ctx: Ctx): Promise<ReplyOf<typeof contract.listStaffRoles>> {
  const roles = await rolesWithRights(core.services.db, ctx.caller.tenantId);
  return roles.map(({ id, name, menuIds }) => ({
    id,
    name,
    grantable: coversRole(ctx.caller.rights, menuIds),
  }));
}

/**
 * A staff account with unmasked personal data; reading another person's is audited (interpretation C23). @throws
 * notFound
 */
export async function readStaff(core: Core, ctx: Ctx, id: string): Promise<StaffDetail> {
  return core.services.db.transaction().execute(async (trx) => {
    const found = await describeStaff(trx, ctx, id);
    if (found.id !== ctx.caller.accountId) {
      await audit(trx, ctx, {
        action: 'account.read',
        objectType: 'account',
        objectId: found.id,
        details: { user_name: found.user_name },
      });
    }
    return found;
  });
}

/** @throws notFound */
export async function describeStaff(db: Db | Trx, ctx: Ctx, id: string): Promise<StaffDetail> {
  const row = await staffById(db, ctx.caller.tenantId, id);
  if (!row) throw notFound();
  return detail(ctx, row);
}

/** A staff account, masked as in a list. @throws notFound */
export async function describeListed(core: Core, ctx: Ctx, id: string): Promise<StaffMember> {
  const row = await staffById(core.services.db, ctx.caller.tenantId, id);
  if (!row) throw notFound();
  return listed(ctx, row);
}

/**
 * The staff of a list as a file, with unmasked personal data; the export is audited (interpretation C23). Never
 * contains a password, token or hash (C21).
 * @throws validation
 */
export async function openStaffExport(
  core: Core,
  ctx: Ctx,
  { format, language, time_zone, columns, ...filters }: QueryOf<typeof contract.exportStaff>,
): Promise<TableFile> {
  const { db } = core.services;
  return exportList(db, ctx, staffList, {
    file: { format, language, time_zone, columns },
    audit: { action: 'account.export', objectType: 'account', details: { kind: 'staff' } },
    total: await countStaff(db, ctx.caller.tenantId, filters),
    batches: staffBatches(db, ctx.caller.tenantId, filters),
  });
}
