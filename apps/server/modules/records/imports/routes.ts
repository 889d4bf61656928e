import * as contract from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { confirmImport } from './confirm-import.ts';
import type { Core } from './core.ts';
import type { ImportKind } from './kinds.ts';
import { discardPreview, openErrors, readPreview, readPreviewRows, templateOf } from './preview.ts';
import { uploadImport } from './upload-import.ts';

export function importRoutes(http: Http, core: Core): void {
  const kindOf = (name: string, { caller }: Ctx): ImportKind => {
    const kind = core.kinds.get(name);
    if (!kind) throw notFound();
    if (!kind.mayImport(caller)) throw forbidden();
    return kind;
  };
  http.implement(contract.importTemplate, async (ctx, { params, query }, { reply }) =>
    sendTable(reply, templateOf(kindOf(params.kind, ctx), query.language)),
  );
  http.implement(contract.uploadImport, (ctx, { params }, { request }) =>
    uploadImport(core, ctx, kindOf(params.kind, ctx), request),
  );
  http.implement(contract.getImport, (ctx, { params }) => readPreview(core, ctx, params.id));
  http.implement(contract.listImportRows, (ctx, { params, query }) =>
    readPreviewRows(core, ctx, params.id, query),
  );
  http.implement(contract.importErrors, async (ctx, { params, query }, { reply }) =>
    sendTable(reply, await openErrors(core, ctx, params.id, query.language)),
  );
  http.implement(contract.confirmImport, (ctx, { params, body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return confirmImport(core, ctx, params.id, body);
  });
  http.implement(contract.discardImport, (ctx, { params }) => discardPreview(core, ctx, params.id));
}
