import type { QueryOf, siteReport } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { productNameOf } from '../../../platform/product-name.ts';
import type { Core } from './core.ts';
import { siteDocument } from './site-document.ts';
import { siteWords } from './site-words.ts';

export interface ReportFile {
  name: string;
  bytes: Buffer;
}

/** The report of a site and month as a PDF. @throws notFound, validation */
export async function makeSiteReport(
  { services: { db }, sites }: Core,
  ctx: Ctx,
  { id, month, language }: { id: string } & QueryOf<typeof siteReport>,
): Promise<ReportFile> {
  const read = await sites.month(ctx, { id, month });
  const product = await productNameOf(db, ctx.caller.accountId);
  // pdfkit, its fonts and brotli are loaded with the first report.
  const { writePdf } = await import('../../../platform/pdf/write-pdf.ts');
  const bytes = await writePdf(siteDocument(read, language, { now: ctx.now, product }));
  const details = { name: read.site.name, month, language };
  await db
    .transaction()
    .execute((trx) =>
      audit(trx, ctx, { action: 'site.report', objectType: 'site', objectId: read.site.id, details }),
    );
  return { name: `${siteWords[language].file(read.site.name, month)}.pdf`, bytes };
}
