import type { ParamsOf, QueryOf, siteReport } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { writePdf } from '../../platform/pdf/write-pdf.ts';
import type { Services } from '../../platform/services.ts';
import type { Sites } from '../sites/index.ts';
import { withinLimit } from './limit.ts';
import { siteDocument } from './site-document.ts';
import { siteWords } from './site-words.ts';

export interface ReportFile {
  name: string;
  bytes: Buffer;
}

/** The report of a site and month as a PDF. @throws notFound, validation, tooMany */
export async function makeSiteReport(
  { db, sites }: Pick<Services, 'db'> & { sites: Pick<Sites, 'month'> },
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteReport>; query: QueryOf<typeof siteReport> },
): Promise<ReportFile> {
  const { month, language } = query;
  return withinLimit(ctx.caller.accountId, async () => {
    const read = await sites.month(ctx, { id: params.id, month });
    const bytes = await writePdf(siteDocument(read, language, ctx.now));
    const details = { name: read.site.name, month, language };
    await db
      .transaction()
      .execute((trx) =>
        audit(trx, ctx, { action: 'site.report', objectType: 'site', objectId: read.site.id, details }),
      );
    return { name: `${siteWords[language].file(read.site.name, month)}.pdf`, bytes };
  });
}
