/** The content of an e-mail, in the language of its recipient. */
export interface EmailContent {
  language: 'en' | 'zh';
  subject: string;
  paragraphs: readonly string[];
  /** The button of the e-mail. */
  link?: { text: string; href: string } | undefined;
  attachments?: readonly { filename: string; content: Buffer }[];
  /** Unsubscribe address; mail programs offer it too. */
  unsubscribe?: string;
  /** The reason for the e-mail. */
  reason: string;
  /** Name of the sending brand; without one, that of MAIL_FROM. */
  brand?: string | null;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The sender of an e-mail: the address of MAIL_FROM, with the name of a brand if there is one. */
export function senderOf(
  mailFrom: string,
  brand: string | null = null,
): string | { name: string; address: string } {
  if (brand === null) return mailFrom;
  return { name: brand, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom };
}

/** An e-mail as plain text and as HTML without external content. */
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
  // A line break would start another header.
  return { subject: subject.replace(/\s+/g, ' ').trim(), text, html };
}
