import {
  decimal,
  defineResource,
  integer,
  lines,
  option,
  type Resource,
  type Rules,
  reference,
  text,
} from '@voltloop/resource-kit';
import { startTestOffice, type TestOffice } from './office.ts';

/** Two invented resources that use every feature of the engine: shelves, and crates on them. */

const words = (en: string) => ({ en, zh: en });

export const shelf: Resource = defineResource({
  name: 'shelf',
  one: words('Shelf'),
  many: words('Shelves'),
  path: '/shelf',
  table: 'test_shelves',
  menu: 90_100,
  title: 'label',
  fields: {
    label: text('Label', '标签', { max: 40, required: true }),
    hall: text('Hall', '库房', { max: 10, code: true }),
  },
  list: { columns: ['label', 'hall'], sort: { field: 'label' }, search: ['label'] },
  form: [],
  unique: { test_shelves_label: ['label'] },
  lookup: { hint: 'hall' },
});

export const crate: Resource = defineResource({
  name: 'crate',
  one: words('Crate'),
  many: words('Crates'),
  path: '/crate',
  table: 'test_crates',
  menu: 90_200,
  title: 'no',
  fields: {
    no: text('Number', '编号', { max: 20, code: true, required: true }),
    hall: text('Hall', '库房', { max: 10, code: true }),
    shelfId: reference('Shelf', '货架', 'shelf', { among: { hall: 'hall' } }),
    insideId: reference('Inside', '所在箱', 'crate'),
    pieces: integer('Pieces', '件数', { max: 1000 }),
    price: decimal('Price', '单价', { scale: 2, max: 10_000 }),
    amount: decimal('Amount', '金额', { scale: 2, max: 100_000, server: true }),
    stamp: text('Stamp', '印记', { max: 20, server: true }),
    parts: lines('Parts', '部件', {
      most: 5,
      of: {
        shelfId: reference('Shelf', '货架', 'shelf', { required: true }),
        note: text('Note', '备注', { max: 20 }),
      },
    }),
    phone: text('Phone', '电话', { max: 20, personal: 'phone' }),
    sealed: option('Sealed', '封存', 'yesNo'),
    state: integer('State', '状态', { max: 9 }),
  },
  list: { columns: ['no', 'state'], sort: { field: 'no' }, search: ['no'] },
  form: [],
  unique: { test_crates_no: ['no'] },
  life: {
    field: 'state',
    start: 1,
    editable: [1],
    steps: {
      pack: { label: words('Pack'), from: [1], to: 2 },
      send: { label: words('Send'), from: [2], to: 3, confirm: true },
      unpack: { label: words('Unpack'), from: [2], to: 1 },
    },
  },
});

const tables = `
  create table test_shelves (
    id uuid primary key, tenant_id uuid not null, create_time timestamptz not null, create_user uuid,
    update_time timestamptz not null, deleted_at timestamptz, version int not null default 1, label text not null, hall text);
  create unique index test_shelves_label on test_shelves (tenant_id, label) where deleted_at is null;
  create index test_shelves_search on test_shelves using gin (lower(label) gin_trgm_ops);
  create table test_crates (
    id uuid primary key, tenant_id uuid not null, create_time timestamptz not null, create_user uuid,
    update_time timestamptz not null, deleted_at timestamptz, version int not null default 1, no text not null, hall text,
    shelf_id uuid, inside_id uuid, pieces int, price numeric(12,2), amount numeric(14,2), stamp text,
    parts jsonb not null default '[]', phone text, sealed smallint, state smallint not null default 1);
  create unique index test_crates_no on test_crates (tenant_id, no) where deleted_at is null;`;

export type EngineWorld = TestOffice;

/** A server with shelves and crates. */
export const startEngine = (rules: Readonly<Record<string, Rules>> = {}): Promise<EngineWorld> =>
  startTestOffice({ resources: [shelf, crate], rules, tables });
