import { z } from 'zod';
import { page } from '../envelope.ts';
import { route } from '../route.ts';

/*
 * Access depends on the kind: things are imported by the main account and factories, back-office resources by callers
 * with their right to import. Everybody else gets 403, and 404 for previews of others.
 */

/** Kinds of imports: `things`, or the name of a back-office resource. */
const importKind = z.string().max(60);
/** Maximum rows of a file. */
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

const tenant = z.object({ tenantId: z.string().max(64) });
const ofKind = tenant.extend({ kind: importKind });
const language = z.enum(['en', 'zh']).default('en');

export const importPreview = z.object({
  id: z.string(),
  kind: importKind,
  file_name: z.string(),
  /** Rows of the file, and those with errors. */
  total: z.number().int(),
  wrong: z.number().int(),
  /** Rows with warnings and without errors. */
  doubtful: z.number().int(),
  /** Epoch ms at which the preview expires; the file must then be uploaded again. */
  expires_at: z.number(),
  columns: z.array(z.object({ key: z.string(), en: z.string(), zh: z.string() })),
  /** Headings of columns that are not imported. */
  unknown_columns: z.array(z.string()),
  /** Rows left out because they repeat the template's example. */
  example_rows: z.number().int(),
  /** Rows left out because they only add up others. */
  total_rows: z.number().int(),
});
export type ImportPreview = z.infer<typeof importPreview>;

const found = z.array(z.object({ column: z.string(), key: z.string(), message: z.string() }));

export const importRow = z.object({
  /** The row's number in the sheet. */
  number: z.number().int(),
  cells: z.record(z.string(), z.string()),
  errors: found,
  /** Warnings, which do not prevent the import. */
  warnings: found,
});
export type ImportRow = z.infer<typeof importRow>;

export const importTemplate = route({
  name: 'importTemplate',
  summary: 'An empty workbook with headings and an example row.',
  method: 'GET',
  path: '/v1/imports/tenants/:tenantId/templates/:kind',
  access: 'session',
  params: ofKind,
  query: z.object({ language }),
});

export const uploadImport = route({
  name: 'uploadImport',
  summary: `Read and check a workbook (multipart part "file", at most ${MAX_IMPORT_ROWS} rows). Only the preview is stored.`,
  method: 'POST',
  path: '/v1/imports/tenants/:tenantId/kinds/:kind',
  access: 'session',
  params: ofKind,
  reply: importPreview,
});

export const getImport = route({
  name: 'getImport',
  summary: 'An own preview.',
  method: 'GET',
  path: '/v1/imports/tenants/:tenantId/previews/:id',
  access: 'session',
  reply: importPreview,
});

export const listImportRows = route({
  name: 'listImportRows',
  summary: 'Rows of a preview as in the file, with their errors and warnings.',
  method: 'GET',
  path: '/v1/imports/tenants/:tenantId/previews/:id/rows',
  access: 'session',
  query: z.object({
    skip: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** 1: only rows with errors. */
    wrong: z.coerce.number().int().min(0).max(1).default(0),
    /** 1: only rows with warnings and without errors. */
    doubtful: z.coerce.number().int().min(0).max(1).default(0),
    language,
  }),
  reply: page(importRow),
});

export const importErrors = route({
  name: 'importErrors',
  summary: 'The invalid rows as a workbook with their errors, to be corrected and uploaded again.',
  method: 'GET',
  path: '/v1/imports/tenants/:tenantId/previews/:id/errors',
  access: 'session',
  query: z.object({ language }),
});

export const confirmImport = route({
  name: 'confirmImport',
  summary:
    'Import the previewed rows, all or none. Only this reply contains the secrets (interpretation D06).',
  method: 'POST',
  path: '/v1/imports/tenants/:tenantId/previews/:id/confirm',
  access: 'session',
  body: z.object({
    /** Skip invalid rows; by default one invalid row refuses the whole import. */
    skip_wrong: z.boolean().default(false),
  }),
  reply: z.object({
    imported: z.number().int(),
    skipped: z.number().int(),
    secrets: z.array(z.object({ devid: z.string(), secret: z.string() })),
  }),
});

export const discardImport = route({
  name: 'discardImport',
  summary: 'Discard a preview.',
  method: 'DELETE',
  path: '/v1/imports/tenants/:tenantId/previews/:id',
  access: 'session',
  reply: z.null(),
});
