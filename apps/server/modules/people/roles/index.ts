import type * as contract from '@voltloop/contract';
import type { BodyOf, Role } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { assignMenus, insertRole } from './change-role.ts';
import { roleRoutes } from './routes.ts';

/** Roles of the back office and their rights. */
export interface Roles extends Module {
  /** Inserts a role without any right. @throws validation when the name is taken */
  insertRole(ctx: Ctx, input: BodyOf<typeof contract.insertRole>): Promise<Role>;
  /** Replaces the rights of a role. @throws notFound, forbidden, validation */
  assignMenus(ctx: Ctx, input: BodyOf<typeof contract.insertRoleMenus>): Promise<number[]>;
}

export function createRoles(services: Services): Roles {
  const { db } = services;
  return {
    routes: (http) => roleRoutes(http, services),
    insertRole: (ctx, input) => insertRole(db, ctx, input),
    assignMenus: (ctx, input) => assignMenus(db, ctx, input),
  };
}
