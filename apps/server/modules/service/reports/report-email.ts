import type { EmailContent } from '../../people/mail/index.ts';
import { formatsOf, type Language } from './formats.ts';
import type { ReportFile } from './make-site-report.ts';

/** The e-mail with a monthly report. @param of.site Null: all sites */
export function reportEmail(
  language: Language,
  of: {
    site: string | null;
    month: string;
    file: ReportFile;
    brand: string | null;
    origin: string;
    code: string;
  },
): EmailContent {
  const month = formatsOf(language, 'UTC').month(Date.parse(`${of.month}-01T00:00:00Z`));
  const unsubscribe = `${of.origin}/unsubscribe#${of.code}`;
  const attachments = [{ filename: of.file.name, content: of.file.bytes }];
  const link = {
    text: language === 'zh' ? '打开控制台' : 'Open the console',
    href: `${of.origin}/sites/index`,
  };
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      attachments,
      unsubscribe,
      link,
      subject: `${of.site ?? '全部站点'} · ${month}月度报告`,
      paragraphs: [`附件为${of.site === null ? '您全部站点' : `站点“${of.site}”`}${month}的月度报告。`],
      reason: `您在站点页面订阅了此报告。如需退订，请打开 ${unsubscribe}`,
    };
  return {
    language,
    brand: of.brand,
    attachments,
    unsubscribe,
    link,
    subject: `${of.site ?? 'All sites'} · monthly report ${month}`,
    paragraphs: [`The report of ${of.site === null ? 'all your sites' : of.site} for ${month} is attached.`],
    reason: `You asked for this report on the page of sites. To stop these e-mails, open ${unsubscribe}`,
  };
}
