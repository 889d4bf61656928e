import { buffer } from 'node:stream/consumers';
import type { Field } from '@voltloop/resource-kit';
import { type TableCell, tableStream } from '../platform/table-export.ts';
import type { TestServer } from './server.ts';

/** The bytes of a workbook: headings and rows as cells. */
export function workbookOf(header: readonly string[], rows: Iterable<readonly TableCell[]>): Promise<Buffer> {
  async function* all() {
    for (const row of rows) yield [...row];
  }
  return buffer(tableStream({ format: 'xlsx', name: 'rows', header, rows: all() }));
}

/** Uploads a workbook in a person's way. */
export async function uploadSheet(
  server: TestServer,
  token: string,
  tenantId: string,
  kind: string,
  { header, rows }: { header: readonly string[]; rows: readonly TableCell[][] },
) {
  return uploadFile(server, token, tenantId, kind, await workbookOf(header, rows));
}

/** Uploads the bytes of a workbook. */
export const uploadFile = (
  server: TestServer,
  token: string,
  tenantId: string,
  kind: string,
  bytes: Buffer,
) => uploadTo(server, token, `/v1/imports/tenants/${tenantId}/kinds/${kind}`, { name: 'rows.xlsx', bytes });

/** Uploads a file to a call. */
export async function uploadTo(
  server: TestServer,
  token: string,
  url: string,
  file: { name: string; bytes: Buffer },
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const whole = new Response(form);
  const reply = await server.app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
  });
  return { ...reply.json(), status: reply.statusCode } as { status: number; data: never };
}

/** The head of a field's column in an exported list. */
export const headOf = (field: Field): string =>
  'unit' in field && field.unit ? `${field.label.zh} (${field.unit})` : field.label.zh;
