import { searchRows as searchRowsCall } from '@voltloop/contract';
import type { Resource, Rules, Values } from '@voltloop/resource-kit';
import { resources as declaredResources } from '@voltloop/resources';
import { rules as declaredRules } from '@voltloop/resources/rules.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { ImportKind } from '../imports/index.ts';
import { sumUpCounts } from './day-counts.ts';
import type { Core } from './engine/core.ts';
import { insertRows } from './engine/insert-rows.ts';
import { searchRows } from './engine/search-rows.ts';
import { resourceKind } from './import/resource-kind.ts';
import { resourceRoutes } from './routes.ts';

export { countKept, findDayPosition, fromDayPosition } from './day-counts.ts';
export type { Row } from './engine/columns.ts';
export type { Core, StepInput } from './engine/core.ts';
export { deleteRows } from './engine/delete-rows.ts';
export { isEditable, notEditable, refuseOthersChange } from './engine/editable.ts';
export { findById } from './engine/find-by-id.ts';
export { findPage } from './engine/find-page.ts';
export { insertRow } from './engine/insert-row.ts';
export { insertUnaudited } from './engine/insert-rows.ts';
export { isMasked, maskedText } from './engine/mask.ts';
export { searchRows } from './engine/search-rows.ts';
export { lockRows, rowsById } from './engine/store.ts';
export { pageOf } from './engine/store-list.ts';
export { titlesById } from './engine/store-look-up.ts';
export { refuseMissingArrows, takeOwnStep, takeStep } from './engine/take-step.ts';
export { updateRow, updateUnaudited } from './engine/update-row.ts';
export { valueOfCell } from './import/cells.ts';
export { columnOfField } from './import/columns.ts';
export { explained } from './import/explained.ts';

/** The engine behind every declared resource. */
export interface Resources extends Module {
  /** Dependencies of the engine's verbs; other modules pass it on to them. */
  core: Core;
  /**
   * Inserts many rows of a resource, all or none, validated as by the call; values of server fields and of the state
   * are allowed.
   * @returns their ids, in their order
   * @throws validation, with paths `rows.0.field`
   */
  insertRows(ctx: Ctx, name: string, rows: readonly Values[]): Promise<string[]>;
  /** The resources as kinds of imports. */
  importKinds: readonly ImportKind[];
}

/** @param declared Resources in place of the registry's, for tests of the engine. */
export function createResources(
  services: Services,
  declared: { resources: readonly Resource[]; rules: Readonly<Record<string, Rules>> } = {
    resources: declaredResources,
    rules: declaredRules,
  },
): Resources {
  const registry = new Map(declared.resources.map((resource) => [resource.name, resource]));
  const core: Core = { services, registry, rules: declared.rules, steps: new Map() };
  const { db } = services;
  const failure = 'counts of lists were not summed up';
  const summing = new Repeated({ work: schedule.list_counts, services, failure }, () => sumUpCounts(db));
  return {
    core,
    async start() {
      summing.start();
    },
    stop: () => summing.stop(),
    routes(http) {
      http.implement(searchRowsCall, (ctx, { query }) => searchRows(core, ctx, query));
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
  };
}
