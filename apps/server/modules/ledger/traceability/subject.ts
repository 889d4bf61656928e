import { type Life, tracedKinds } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Maximum number of goods of a record whose life is followed; more would not be readable. */
const MAX_ROOTS = 200;

type Head = Omit<Life['subject'], 'kind' | 'items'>;

export interface Subject {
  head: Life['subject'];
  /** Ids of the goods that the record represents. */
  roots: string[];
  cut: boolean;
}

const nothing = {
  hint: sql`null`,
  formerCodes: sql`'{}'::text[]`,
  productType: sql`null::int`,
  chemistry: sql`null`,
  material: sql`null`,
  state: sql`null`,
  grade: sql`null`,
  sohPct: sql`null`,
} satisfies Partial<Record<keyof Head, RawBuilder<unknown>>>;

/** SQL: the head of a record, with null for missing values. */
const headOf = (values: Partial<Record<keyof Head, RawBuilder<unknown>>>) => {
  const all = { ...nothing, ...values };
  return sql.join(Object.entries(all).map(([name, value]) => sql`${value} as ${sql.ref(name)}`));
};

interface Source {
  /** SQL of one row: the head. */
  head: RawBuilder<unknown>;
  /** SQL of rows `id`: its goods. */
  roots: RawBuilder<unknown>;
}

const isValidDocument = sql`d.status = 'posted' and d.reverses_id is null`;

/** A battery and the wholes that it is registered in: what happens to a whole happens to its parts. */
const withWholes = (id: string) => sql`
  with recursive whole(id) as (
    select ${id}::uuid
    union
    select b.parent_id from whole w join batteries b on b.id = w.id
      where b.parent_id is not null and not exists (
        select 1 from moves m join places p on p.id = m.to_place
          where m.item_id = b.id and p.kind = 'inside' and p.key = b.parent_id::text)
  )
  select id from whole`;

function sourceOf(tenantId: string, kind: string, id: string): Source | null {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.id`)} = ${id} and ${sql.ref(`${alias}.tenant_id`)} = ${tenantId}`;
  const head = (values: Partial<Record<keyof Head, RawBuilder<unknown>>>, from: RawBuilder<unknown>) =>
    sql`select ${headOf(values)} from ${from}`;
  switch (kind) {
    case 'battery':
      return {
        head: head(
          {
            id: sql`b.id`,
            title: sql`b.battery_code`,
            productType: sql`b.product_type`,
            chemistry: sql`b.chemistry`,
            state: sql`b.state`,
            grade: sql`b.grade`,
            sohPct: sql`trim_scale(b.soh_pct)::text`,
            formerCodes: sql`string_to_array(coalesce(trim(b.former_codes), ''), ' ')`,
            hint: sql`(select c.category_name from device_categories c where c.id = b.category_id)`,
          },
          sql`batteries b where ${own('b')}`,
        ),
        roots: withWholes(id),
      };
    case 'lot':
      return {
        head: head(
          { id: sql`l.id`, title: sql`l.lot_no`, material: sql`l.material`, chemistry: sql`l.chemistry` },
          sql`lots l where ${own('l')}`,
        ),
        roots: sql`select ${id}::uuid as id`,
      };
    case 'vehicle':
      return {
        head: head(
          {
            id: sql`v.id`,
            title: sql`coalesce(v.plate_no, v.vin)`,
            state: sql`v.status`,
            hint: sql`concat_ws(' · ', v.vin, v.brand, v.model)`,
          },
          sql`vehicles v where ${own('v')}`,
        ),
        roots: sql`select id from batteries where vehicle_id = ${id} and tenant_id = ${tenantId} and deleted_at is null`,
      };
    case 'order':
      return {
        head: head(
          {
            id: sql`o.id`,
            title: sql`o.order_no`,
            hint: sql`(select c.client_name from customers c where c.id = o.client_id)`,
          },
          sql`orders o where ${own('o')} and o.deleted_at is null`,
        ),
        roots: sql`select distinct m.item_id as id from documents d join moves m on m.document_id = d.id
          where d.order_id = ${id} and d.tenant_id = ${tenantId} and ${isValidDocument}`,
      };
    case 'invoice':
      return {
        head: head(
          {
            id: sql`i.id`,
            title: sql`coalesce(i.invoice_no, i.no)`,
            hint: sql`concat_ws(' · ', case when i.invoice_no is not null then i.no end, i.party_name)`,
          },
          sql`invoices i where ${own('i')} and i.deleted_at is null`,
        ),
        roots: sql`select distinct m.item_id as id from (
            select i.receipt_id as id from invoices i where ${own('i')}
            union select v.document_id from invoice_lines l join deliveries v on v.id = l.delivery_id
              where l.invoice_id = ${id} and l.tenant_id = ${tenantId}
            union select d.id from invoices i join documents d on d.collection_id = i.collection_id where ${own('i')}
          ) about join documents d on d.id = about.id and ${isValidDocument} join moves m on m.document_id = d.id`,
      };
    case 'testReport':
      return {
        head: head(
          {
            id: sql`r.id`,
            title: sql`r.no`,
            hint: sql`r.battery_code`,
            grade: sql`r.grade`,
            sohPct: sql`trim_scale(r.soh_pct)::text`,
          },
          sql`test_reports r where ${own('r')} and r.deleted_at is null`,
        ),
        roots: sql`select r.battery_id as id from test_reports r where ${own('r')}`,
      };
    case 'report':
      return {
        head: head(
          {
            id: sql`r.id`,
            title: sql`coalesce(r.platform_id, d.no)`,
            hint: sql`concat_ws(' · ', d.no, l.code, l.lot_no)`,
          },
          sql`reports r join document_lines l on l.id = r.line_id join documents d on d.id = l.document_id
            where ${own('r')}`,
        ),
        roots: sql`select l.item_id as id from reports r join document_lines l on l.id = r.line_id
          where ${own('r')} and l.item_id is not null`,
      };
    default:
      if (!tracedKinds.has(kind)) return null;
      return {
        head: head(
          {
            id: sql`d.id`,
            title: sql`coalesce(d.no, '')`,
            state: sql`d.status`,
            hint: sql`concat_ws(' · ', d.day, (select s.name from stores s where s.id = d.store_id))`,
          },
          sql`documents d where ${own('d')} and d.kind = ${kind} and d.deleted_at is null`,
        ),
        roots: sql`select distinct item_id as id from moves where document_id = ${id} and tenant_id = ${tenantId}`,
      };
  }
}

/** A record and its goods; null if the tenant has no such record. */
export async function findSubject(
  db: Db,
  tenantId: string,
  kind: string,
  id: string,
): Promise<Subject | null> {
  const source = sourceOf(tenantId, kind, id);
  if (!source) return null;
  const [heads, roots] = await Promise.all([
    sql<Head>`${source.head}`.execute(db),
    sql<{ id: string }>`select id from (${source.roots}) goods limit ${MAX_ROOTS + 1}`.execute(db),
  ]);
  const [head] = heads.rows;
  if (!head) return null;
  const ids = roots.rows.map((row) => row.id).slice(0, MAX_ROOTS);
  return {
    head: {
      ...head,
      kind,
      formerCodes: head.formerCodes.filter(Boolean),
      items: kind === 'battery' ? 1 : ids.length,
    },
    roots: ids,
    cut: roots.rows.length > MAX_ROOTS,
  };
}
