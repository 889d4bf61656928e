import type { DocumentKind, Preset } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';

/** The header of a document with every column of its table, by SQL names. */
export interface Document {
  id: string;
  kind: string;
  preset: string | null;
  no: string | null;
  day: string;
  status: string;
  version: number;
  create_user: string | null;
  submitted_by: string | null;
  reverses_id: string | null;
  store_id?: string | null;
  [column: string]: unknown;
}

/** A document of this kind. @throws notFound */
export const findDocument = (db: Db, tenantId: string, kind: DocumentKind, id: string): Promise<Document> =>
  readDocument(db, tenantId, kind, id, sql``);

/** A document of this kind, locked until the transaction ends. @throws notFound */
export const lockDocument = (trx: Trx, tenantId: string, kind: DocumentKind, id: string): Promise<Document> =>
  readDocument(trx, tenantId, kind, id, sql`for no key update`);

async function readDocument(
  db: Db | Trx,
  tenantId: string,
  { resource }: DocumentKind,
  id: string,
  lock: RawBuilder<unknown>,
): Promise<Document> {
  const { rows } = await sql<Document>`select *, day::text as day from documents
    where id = ${id} and tenant_id = ${tenantId} and kind = ${resource.name} and deleted_at is null ${lock}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** States that lead to a posting. */
const open: ReadonlySet<string> = new Set(['draft', 'returned', 'submitted', 'approved']);

/** Whether a document may still be posted. */
export const isOpen = ({ status }: Pick<Document, 'status'>): boolean => open.has(status);

/** The preset of a document; the first one if its kind has only one. */
export function presetOf(kind: DocumentKind, { preset }: Pick<Document, 'preset'>): Preset {
  const [first] = Object.values(kind.presets);
  return (preset === null ? first : kind.presets[preset]) as Preset;
}

/** The prefix of a document's number. */
export const prefixOf = (kind: DocumentKind, document: Pick<Document, 'preset'>): string =>
  presetOf(kind, document).prefix ?? kind.prefix;
