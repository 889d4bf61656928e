import * as contract from '@voltloop/contract';
import {
  countCalls,
  type DocumentKind,
  documentCalls,
  isCount,
  isSale,
  isTransfer,
  saleCalls,
  transitCalls,
} from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import type { Http } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { type Core, isEditable, type Resources } from '../../records/resources/index.ts';
import { courseOf } from './course.ts';
import { findDifferences } from './differences.ts';
import { findDocument } from './document.ts';
import { findOrdered } from './find-ordered.ts';
import { findWaiting } from './find-waiting.ts';
import { importLines, linesTemplate } from './import-lines.ts';
import { findInTransit } from './in-transit.ts';
import { itemsOf, linesOf, saveLines, shown, totalsOf, withGoods } from './lines.ts';
import { problemsOf } from './problems-of.ts';
import { releaseClaim } from './release-claim.ts';
import { signAndRelease } from './release-tested.ts';
import { takeOver } from './take-over.ts';
import { takeDocumentStep } from './take-step.ts';

export { claimDraft } from './claims.ts';
export { saveLines } from './lines.ts';
export { balanceOfDocument } from './run-balance.ts';
export { takeDocumentStep } from './take-step.ts';

/** Documents of the stock ledger: their lines, and their steps from draft to posting and voiding. */
export function createDocuments({ core }: Resources): Module {
  for (const kind of documentKinds)
    core.steps.set(kind.resource.name, (ctx, input) => takeDocumentStep(core, ctx, kind, input));
  core.steps.set(testReport.name, (ctx, input) => signAndRelease(core, ctx, input));
  return {
    routes(http) {
      http.implement(contract.findWaiting, (ctx) => findWaiting(core, ctx));
      for (const kind of documentKinds) lineRoutes(http, core, kind);
      http.implement(contract.releaseClaim, (ctx, { body }) => releaseClaim(core.services.db, ctx, body));
      http.implement(contract.takeOverStock, (ctx, { body: { id } }) => takeOver(core, ctx, id));
    },
  };
}

function lineRoutes(http: Http, core: Core, kind: DocumentKind): void {
  const calls = documentCalls(kind);
  const { db } = core.services;
  http.implement(calls.lines, async (ctx, { query: { id } }) => {
    const document = await findDocument(db, ctx.caller.tenantId, kind, id);
    const open = isEditable(kind.resource, document);
    const [lines, items, totals] = await Promise.all([linesOf(db, id), itemsOf(db, id), totalsOf(db, id)]);
    const none = { itemId: null, mass: null, goods: null };
    const list = shown(kind, lines).map((line) => {
      const { goods, ...item } = items.get(line.clientKey) ?? none;
      return { ...(open ? line : withGoods(line, goods)), ...item };
    });
    return { list, ...totals };
  });
  http.implement(calls.linesTemplate, async (ctx, { query }, { reply }) =>
    sendTable(reply, await linesTemplate(core, ctx, kind, query)),
  );
  http.implement(calls.importLines, (ctx, { query }, { request }) =>
    importLines(core, ctx, kind, query, request),
  );
  http.implement(calls.check, async (ctx, { body }) => {
    const { problems, warnings, linesChecked } = await problemsOf(core, ctx, kind, body);
    return { problems: [...problems], warnings: [...warnings], linesChecked };
  });
  http.implement(calls.course, (ctx, { query: { id } }) => courseOf(db, ctx, kind, id));
  if (isCount(kind))
    http.implement(countCalls(kind).differences, (ctx, { query }) => findDifferences(db, ctx, kind, query));
  if (isSale(kind))
    http.implement(saleCalls(kind).ordered, (ctx, { query }) => findOrdered(db, ctx, kind, query.id));
  if (isTransfer(kind))
    http.implement(transitCalls(kind).inTransit, (ctx, { query }) => findInTransit(db, ctx, kind, query.id));
  http.implement(calls.saveLines, (ctx, { body }) => saveLines(core, ctx, kind, body));
}
