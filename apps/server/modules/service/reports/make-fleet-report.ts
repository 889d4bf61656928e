import type { fleetReport, QueryOf } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { productNameOf } from '../../../platform/product-name.ts';
import type { Core } from './core.ts';
import { fleetDocument } from './fleet-document.ts';
import { fleetWords } from './fleet-words.ts';
import type { ReportFile } from './make-site-report.ts';

/** The report of all sites of an account and a month as a PDF. @throws notFound, validation */
export async function makeFleetReport(
  { services: { db }, sites }: Core,
  ctx: Ctx,
  { month, language, account }: QueryOf<typeof fleetReport>,
): Promise<ReportFile> {
  const read = await sites.fleetMonth(ctx, { account, month });
  const product = await productNameOf(db, ctx.caller.accountId);
  // pdfkit, its fonts and brotli are loaded with the first report.
  const { writePdf } = await import('../../../platform/pdf/write-pdf.ts');
  const bytes = await writePdf(fleetDocument(read, language, { now: ctx.now, product }));
  const details = { name: read.account.name, month, language, sites: read.sites.length };
  await db
    .transaction()
    .execute((trx) =>
      audit(trx, ctx, { action: 'fleet.report', objectType: 'account', objectId: read.account.id, details }),
    );
  return { name: `${fleetWords[language].file(read.account.name, month)}.pdf`, bytes };
}
