import { callsOf, offers, type Resource, rightOf, rightOfStep } from '@voltloop/resource-kit';
import { forbidden } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import type { Core, StepInput } from './engine/core.ts';
import { deleteRows, restoreRows } from './engine/delete-rows.ts';
import { exportRows } from './engine/export-rows.ts';
import type { Choice } from './engine/filters.ts';
import { findById } from './engine/find-by-id.ts';
import { findPage } from './engine/find-page.ts';
import { insertRow } from './engine/insert-row.ts';
import { lookUp, lookupRights } from './engine/look-up.ts';
import { rowHistory } from './engine/row-history.ts';
import { takeStep } from './engine/take-step.ts';
import { updateRow } from './engine/update-row.ts';

/** The calls of one resource → the engine's verbs. */
export function resourceRoutes(http: Http, core: Core, resource: Resource): void {
  const filtered: Pick<Http, 'implement'> = {
    implement: (route, handler) => {
      if (offers(resource, route)) http.implement(route, handler);
    },
  };
  const calls = callsOf(resource);
  const choice = (query: Omit<Choice, 'named'> & Record<string, unknown>): Choice => ({
    search: query.search,
    filter: query.filter,
    sort: query.sort,
    order: query.order,
    named: query as Record<string, string | undefined>,
  });
  filtered.implement(calls.findPage, (ctx, { query }) =>
    findPage(core, ctx, resource, {
      ...choice(query),
      page: query.page,
      size: query.size,
      count: query.count,
    }),
  );
  filtered.implement(calls.findById, (ctx, { query }) =>
    findById(core, ctx, resource, String(query[resource.idQuery ?? 'id'])),
  );
  filtered.implement(calls.insert, (ctx, { body }) => insertRow(core, ctx, resource, body));
  filtered.implement(calls.update, (ctx, { body }) => updateRow(core, ctx, resource, body));
  filtered.implement(calls.remove, (ctx, { body }) =>
    deleteRows(core, ctx, resource, body.ids, { cause: body.cause, reason: body.reason }),
  );
  filtered.implement(calls.restore, (ctx, { body }) => restoreRows(core, ctx, resource, body.ids));
  if (calls.step) {
    filtered.implement(calls.step, async (ctx, { body: { id, ids, step, reason, version, ...more } }) => {
      // The call is open to callers with the right to any of its steps.
      const declared = resource.life?.steps[step];
      if (declared && !ctx.caller.rights.has(rightOfStep(resource, declared))) throw forbidden();
      const list = await takeStep(core, ctx, resource, {
        ids: ids ?? [id as string],
        step,
        reason,
        ...(more as Pick<StepInput, 'values' | 'confirmed' | 'cause'>),
        version: id ? version : undefined,
      });
      return { list };
    });
  }
  const lookup = {
    ...calls.lookup,
    access: { right: rightOf(resource), or: lookupRights(core.registry, resource) },
  };
  filtered.implement(lookup, (ctx, { query }) => lookUp(core, ctx, resource, { ...query, among: query }));
  filtered.implement(calls.history, (ctx, { query }) => rowHistory(core, ctx, resource, query.id));
  filtered.implement(calls.exportExcel, (ctx, { query }, { reply }) =>
    exportRows(
      core,
      ctx,
      resource,
      {
        ...choice(query),
        format: query.format,
        language: query.language,
        columns: query.columns?.split(',').filter(Boolean) ?? resource.list.columns,
        ...(query.ids?.length ? { ids: query.ids } : {}),
      },
      reply,
    ),
  );
}
