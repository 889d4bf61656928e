import { buffer } from 'node:stream/consumers';
import { type TableCell, tableStream } from '../platform/table-export.ts';
import type { TestServer } from './server.ts';

/** Uploads a workbook in a person's way: headings and rows as cells. */
export async function uploadSheet(
  server: TestServer,
  token: string,
  tenantId: string,
  kind: string,
  { header, rows }: { header: readonly string[]; rows: readonly TableCell[][] },
) {
  async function* all() {
    yield* rows;
  }
  const bytes = await buffer(tableStream({ format: 'xlsx', name: 'import', header, rows: all() }));
  return uploadFile(server, token, tenantId, kind, bytes);
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
