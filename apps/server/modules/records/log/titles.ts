import type { LogRow } from '@voltloop/contract';
import { type Resource, rightOf } from '@voltloop/resource-kit';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Core, titlesById } from '../resources/index.ts';
import { type LogEntry, namesOf } from './store.ts';

/**
 * Rows of the trail with the names of their objects, including accounts and roles: the name in the change itself,
 * else the object's current name, if the caller may see it; and whether it can still be opened.
 */
export async function withTitles<Entry extends LogEntry>(
  core: Core,
  ctx: Ctx,
  entries: readonly Entry[],
): Promise<(Omit<Entry, 'changes' | 'named'> & Pick<LogRow, 'title' | 'living'>)[]> {
  const types = new Set(entries.map((entry) => entry.objectType));
  const resources = [...core.registry.values()].filter((resource) => types.has(resource.name));
  const visible = resources.filter((resource) => ctx.caller.rights.has(rightOf(resource)));
  const found = await Promise.all(
    visible.map((resource) => {
      const of = entries.filter((entry) => entry.objectType === resource.name);
      const ids = new Set(of.flatMap(({ objectId }) => objectId ?? []));
      return titlesById(core.services.db, resource, ctx.caller.tenantId, [...ids]);
    }),
  );
  const idsOf = (type: string) =>
    entries.flatMap(({ objectType, objectId }) =>
      objectType === type && objectId !== null ? [objectId] : [],
    );
  const others = await Promise.all(
    (['account', 'role'] as const).map(async (type) => {
      const rows = await namesOf(core.services.db, type, ctx.caller.tenantId, idsOf(type));
      return rows.map(({ id, title }): [string, string] => [`${type} ${id}`, title]);
    }),
  );
  const names = new Map(others.flat());
  const now = new Map(found.flat().map((row) => [row.id, row]));
  return entries.map(({ changes, named, ...entry }) => {
    const resource = entry.objectType === null ? undefined : core.registry.get(entry.objectType);
    const row = entry.objectId === null ? undefined : now.get(entry.objectId);
    const title = resource
      ? (titleThen(resource, changes) ?? row?.title ?? null)
      : (named ?? names.get(`${entry.objectType} ${entry.objectId}`) ?? null);
    const hidden = resource?.fields[resource.title]?.personal !== undefined;
    return { ...entry, title: hidden ? null : title, living: row?.living ?? false };
  });
}

/** The name that a change set, or that it deleted with the row. */
function titleThen({ title }: Resource, changes: LogEntry['changes']): string | null {
  const change = changes?.[title];
  const name = change?.to ?? change?.from;
  return typeof name === 'string' ? name : null;
}
