/** What an e-mail says, in the language of its recipient. */
export interface EmailContent {
  language: 'en' | 'zh';
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  link?: { text: string; href: string } | undefined;
  attachments?: readonly { filename: string; content: Buffer }[];
  /** Where the recipient ends e-mails of this kind; mail programs offer it too. */
  unsubscribe?: string;
  /** Why it was sent. */
  reason: string;
  /** Name of the brand that it comes from; that of MAIL_FROM without one. */
  brand?: string | null;
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Who an e-mail is from: the address of MAIL_FROM, under the name of a brand where there is one. */
export function senderOf(
  mailFrom: string,
  brand: string | null = null,
): string | { name: string; address: string } {
  if (brand === null) return mailFrom;
  return { name: brand, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom };
}

/** An e-mail as plain text and as HTML that loads nothing. */
export function compose({ language, subject, paragraphs, link, reason }: EmailContent) {
  const text = [...paragraphs, ...(link ? [`${link.text}:\n${link.href}`] : []), `--\n${reason}`].join(
    '\n\n',
  );
  const p = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const body = paragraphs.map((each) => p(escapeHtml(each).replaceAll('\n', '<br>')));
  if (link)
    body.push(
      p(
        `<a href="${escapeHtml(link.href)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.text)}</a>`,
      ),
    );
  body.push(p(escapeHtml(reason), 'font-size:12px;color:#6b7280'));
  const html = `<!doctype html><html lang="${language}"><body style="margin:0;padding:24px;font:14px/1.5 system-ui,sans-serif;color:#111827">${body.join('')}</body></html>`;
  // A line break would begin a further header.
  return { subject: subject.replace(/\s+/g, ' ').trim(), text, html };
}
