import { isIP } from 'node:net';
import type { exportLog, findLogPage, LogDetail, LogRow, QueryOf } from '@voltloop/contract';
import { logList } from '@voltloop/contract/lists/log.list.ts';
import { type Resource, rightOf } from '@voltloop/resource-kit';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError, notFound } from '../../../platform/errors.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { type Core, rowsById, titlesById } from '../resources/index.ts';
import { type LogEntry, type LogFilter, logBatches, logPage, logRowBySeq, namesOf } from './store.ts';

/**
 * Rows of the trail with the names of their objects, including accounts and roles: the name in the change itself,
 * else the object's current name, if the caller may see it; and whether it can still be opened.
 */
async function withTitles<Entry extends LogEntry>(
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

/** A page of the tenant's trail. @throws validation */
export async function findLog(
  core: Core,
  ctx: Ctx,
  input: QueryOf<typeof findLogPage>,
): Promise<{ list: LogRow[]; total: number; page: number; size: number }> {
  const { page, size, order, ...filter } = input;
  const window = { order, offset: (page - 1) * size, limit: size };
  const found = await logPage(core.services.db, ctx.caller.tenantId, checkedFilter(filter), window);
  return { list: await withTitles(core, ctx, found.list), total: found.total, page, size };
}

/** Checks the address of the filter. @throws validation */
export function checkedFilter(filter: LogFilter): LogFilter {
  if (!filter.ip) return filter;
  const [address = '', bits, ...more] = filter.ip.split('/');
  const version = isIP(address);
  const right =
    version > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  if (!right)
    throw fieldError('query.ip', 'log.ip', 'An address such as 10.0.0.7, or a network such as 10.0.0.0/8');
  return filter;
}

/** One row with the names of its references. @throws notFound */
export async function findLogRow(core: Core, ctx: Ctx, seq: number): Promise<LogDetail> {
  const { db } = core.services;
  const row = await logRowBySeq(db, ctx.caller.tenantId, seq);
  if (!row) throw notFound();
  const resource = row.objectType === null ? undefined : core.registry.get(row.objectType);
  const [titled = { ...row, title: null, living: false }] = await withTitles(core, ctx, [row]);
  return { ...titled, titles: resource ? await titlesIn(core, ctx, resource, row.details) : {} };
}

/**
 * The names of the rows that changed references point to, and the row whose step caused this change; rows with
 * personal names stay ids.
 */
async function titlesIn(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  details: Record<string, unknown>,
): Promise<Record<string, string>> {
  const changes = (details.changes ?? {}) as Record<string, { from?: unknown; to?: unknown }>;
  const titles = await titleOfWith(core, ctx, resource, details.with);
  for (const [name, change] of Object.entries(changes)) {
    const field = resource.fields[name];
    const to = field?.kind === 'reference' ? core.registry.get(field.to) : undefined;
    if (!to || to.fields[to.title]?.personal) continue;
    const ids = [change?.from, change?.to].filter((id): id is string => typeof id === 'string' && isUuid(id));
    const rows = await rowsById(core.services.db, core.registry, to, ctx.caller.tenantId, ids);
    for (const row of rows) titles[row.id] = String(row[to.title] ?? row.id);
  }
  return titles;
}

/** The name of the row whose step changed another one of its kind, if the caller may see it. */
async function titleOfWith(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  id: unknown,
): Promise<Record<string, string>> {
  const seen = ctx.caller.rights.has(rightOf(resource)) && !resource.fields[resource.title]?.personal;
  if (!seen || typeof id !== 'string') return {};
  const rows = await titlesById(core.services.db, resource, ctx.caller.tenantId, [id]);
  return Object.fromEntries(rows.map((row) => [row.id, row.title]));
}

/** The filtered trail as a file; the export leaves an audit row. @throws validation */
export async function openLogExport(
  core: Core,
  ctx: Ctx,
  { format, language, time_zone, order, ...given }: QueryOf<typeof exportLog>,
): Promise<TableFile> {
  const { db } = core.services;
  const filter = checkedFilter(given);
  const { total } = await logPage(db, ctx.caller.tenantId, filter, { order, offset: 0, limit: 1 });
  async function* batches(): AsyncGenerator<LogRow[]> {
    for await (const batch of logBatches(db, ctx.caller.tenantId, filter, order))
      yield withTitles(core, ctx, batch);
  }
  return exportList(db, ctx, logList, {
    file: { format, language, time_zone },
    audit: { action: 'log.export', objectType: 'log', details: filter },
    total,
    batches: batches(),
    cells: {
      action: (row) => actionLabel(row.action, language),
      object: (row) => (row.objectType === null ? null : objectTypeLabel(row.objectType, language)),
    },
  });
}
