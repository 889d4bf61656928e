import type * as contract from '@voltloop/contract';
import type { FoundRecords, QueryOf } from '@voltloop/contract';
import { normalise } from '@voltloop/domain/battery-code/index.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { codedBatteries } from '../../records/codes/index.ts';
import { type Core, searchRows } from '../../records/resources/index.ts';
import { mayOf } from './visible.ts';

type Group = FoundRecords[number];

/** The trigram index of lot numbers needs this many characters. */
const INDEXED_LENGTH = 3;

/** Records of all kinds that the caller may see; kinds with an exact match come first. */
export async function searchRecords(
  core: Core,
  ctx: Ctx,
  { search, limit }: QueryOf<typeof contract.queryRecords>,
): Promise<FoundRecords> {
  const { db } = core.services;
  const { tenantId } = ctx.caller;
  const may = mayOf(ctx);
  // Numbers are stored in half width.
  const number = search.normalize('NFKC');
  const [rows, former, lots, reports] = await Promise.all([
    searchRows(core, ctx, { search, limit: Math.min(limit, 5) }),
    may('battery') ? codedBatteries(db, tenantId, 'former_codes', [normalise(search)]) : [],
    may('lot') ? findLots(db, tenantId, number, limit) : [],
    may('report') ? findReports(db, tenantId, number, limit) : [],
  ]);
  const groups = rows.map(
    ({ resource, rows: found }): Group => ({
      kind: resource,
      rows: found.map((row) => ({ ...row, former: false })),
    }),
  );
  const batteries = groups.find(({ kind }) => kind === 'battery');
  const renamed = new Map(
    former.map(({ id, batteryCode }) => [
      id,
      { id, title: batteryCode, hint: null, exact: true, former: true },
    ]),
  );
  const all: Group[] = [
    {
      kind: 'battery',
      rows: [...renamed.values(), ...(batteries?.rows ?? []).filter(({ id }) => !renamed.has(id))].slice(
        0,
        limit,
      ),
    },
    { kind: 'lot', rows: lots },
    ...groups.filter((group) => group !== batteries),
    { kind: 'report', rows: reports },
  ];
  const isExact = ({ rows: found }: Group) => found.some(({ exact }) => exact);
  return all
    .filter(({ rows: found }) => found.length > 0)
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
}

const row = (id: string, title: string, hint: string | null, search: string) => ({
  id,
  title,
  hint,
  former: false,
  exact: title.toLowerCase() === search.toLowerCase(),
});

async function findLots(db: Db, tenantId: string, search: string, limit: number): Promise<Group['rows']> {
  const part = containing(search.toLowerCase());
  const within = search.length < INDEXED_LENGTH ? sql`false` : sql`lower(lot_no) like ${part}`;
  const { rows } = await sql<{ id: string; title: string }>`
    select id, lot_no as title from (
        (select id, lot_no from lots where tenant_id = ${tenantId} and lot_no in (${search}, ${search.toUpperCase()}))
        union (select id, lot_no from lots where tenant_id = ${tenantId} and ${within} limit 200)
      ) found
      order by lower(lot_no) = ${search.toLowerCase()} desc, lot_no limit ${limit}`.execute(db);
  return rows.map(({ id, title }) => row(id, title, null, search));
}

/** Reports by the platform's id. */
async function findReports(db: Db, tenantId: string, search: string, limit: number): Promise<Group['rows']> {
  const { rows } = await sql<{ id: string; title: string; hint: string | null }>`
    select r.id, r.platform_id as title, d.no as hint
      from reports r join document_lines l on l.id = r.line_id join documents d on d.id = l.document_id
      where r.tenant_id = ${tenantId} and r.platform_id in (${search}, ${search.toUpperCase()}) and r.voided_by is null
      order by r.day desc limit ${limit}`.execute(db);
  return rows.map(({ id, title, hint }) => row(id, title, hint, search));
}
