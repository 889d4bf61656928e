import type { BodyOf, Role } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import type { Resource, Rules, Values } from '@voltloop/resource-kit';
import { resources } from '@voltloop/resources';
import { rules } from '@voltloop/resources/rules.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { ImportKind } from '../imports/index.ts';
import { batteryRoutes } from './batteries/routes.ts';
import { codeRoutes } from './codes/routes.ts';
import { sumUpCounts } from './day-counts.ts';
import { deviceCategoryRoutes } from './device-category/routes.ts';
import type { Core } from './engine/core.ts';
import { insertRows } from './engine/insert-rows.ts';
import { searchRows } from './engine/search-rows.ts';
import { homeRoutes } from './home/routes.ts';
import { resourceKind } from './import/resource-kind.ts';
import { logRoutes } from './log/routes.ts';
import { orderRoutes } from './order/routes.ts';
import { recycleSiteRoutes } from './recycle-site/routes.ts';
import { assignMenus, insertRole } from './roles/change-role.ts';
import { roleRoutes } from './roles/routes.ts';
import { resourceRoutes } from './routes.ts';

const SUM_UP_EVERY_MS = 60_000;

/** What the back office offers to the rest of the server. */
export interface Backoffice extends Module {
  /**
   * Makes many rows of a resource, all or none, as checked as by the call; values of the server's own fields and of the
   * state may be given.
   * @returns their ids, in their order
   * @throws validation, with paths `rows.0.field`
   */
  insertRows(ctx: Ctx, name: string, rows: readonly Values[]): Promise<string[]>;
  /** Its entities as kinds of imports. */
  importKinds: readonly ImportKind[];
  /** Makes a role that may do nothing yet. @throws validation when the name is taken */
  insertRole(ctx: Ctx, input: BodyOf<typeof contract.insertRole>): Promise<Role>;
  /** Says what a role may from now on. @throws notFound, forbidden, validation */
  assignMenus(ctx: Ctx, input: BodyOf<typeof contract.insertRoleMenus>): Promise<number[]>;
}

/**
 * The recycling business: every resource of the registry behind the one engine.
 * @param declared Other resources than the registry's, for tests of the engine.
 */
export function createBackoffice(
  services: Services,
  declared: { resources: readonly Resource[]; rules: Readonly<Record<string, Rules>> } = { resources, rules },
): Backoffice {
  const registry = new Map(declared.resources.map((resource) => [resource.name, resource]));
  const core: Core = { services, registry, rules: declared.rules };
  const { db, log, config } = services;
  const sumUp = () => sumUpCounts(db).catch((err) => log.warn({ err }, 'counts of lists were not summed up'));
  let timer: NodeJS.Timeout | null = null;
  return {
    async start() {
      if (config.roles.has('jobs')) timer = setInterval(sumUp, SUM_UP_EVERY_MS).unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
    routes(http) {
      homeRoutes(http, core);
      batteryRoutes(http, services);
      codeRoutes(http, services);
      roleRoutes(http, services);
      logRoutes(http, core);
      deviceCategoryRoutes(http, core);
      recycleSiteRoutes(http, core);
      orderRoutes(http, core);
      http.implement(contract.searchRows, (ctx, { query }) => searchRows(core, ctx, query));
      for (const resource of declared.resources) resourceRoutes(http, core, resource);
    },
    importKinds: declared.resources
      .filter((resource) => !resource.without?.includes('import'))
      .map((resource) => resourceKind(core, resource)),
    insertRows(ctx, name, rows) {
      const resource = registry.get(name);
      if (!resource) throw new Error(`There is no resource ${name}`);
      return insertRows(core, ctx, resource, rows);
    },
    insertRole: (ctx, input) => insertRole(db, ctx, input),
    assignMenus: (ctx, input) => assignMenus(db, ctx, input),
  };
}
