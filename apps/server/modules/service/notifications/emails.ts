import { PRODUCT } from '../../../platform/product-name.ts';
import type { EmailContent } from '../../people/mail/index.ts';
import type { Notice } from './words.ts';

export function codeEmail(language: 'en' | 'zh', code: string, brand: string | null): EmailContent {
  const product = brand ?? PRODUCT;
  return language === 'zh'
    ? {
        language,
        brand,
        subject: `${product} 验证码：${code}`,
        paragraphs: [`请在通知设置页面输入验证码 ${code}，15 分钟内有效。`],
        reason: `有用户将此邮箱设为 ${product} 设备通知的接收邮箱。若非本人操作，请忽略此邮件，系统不会再向您发送邮件。`,
      }
    : {
        language,
        brand,
        subject: `Your ${product} verification code: ${code}`,
        paragraphs: [`Enter the code ${code} on the Notifications page within 15 minutes.`],
        reason: `A user of ${product} wants to receive notifications at this address. If this was not you, ignore this e-mail: nothing else is sent to you.`,
      };
}

export function noticeEmail(
  { language, title, lines, events, details, path }: Notice,
  origin: string,
  brand: string | null,
): EmailContent {
  const zh = language === 'zh';
  const page = `${origin}/notifications/index`;
  const escalated = events.length > 0 && events.every(({ what }) => what === 'escalation');
  return {
    language,
    brand,
    subject: title,
    paragraphs: [...lines, ...details],
    link: { text: linkText(zh, events.length), href: `${origin}${path}` },
    reason: reasonOf({ zh, escalated, page }),
  };
}

const linkText = (zh: boolean, events: number): string =>
  zh ? '查看事件' : events === 1 ? 'View event' : 'View events';

function reasonOf({ zh, escalated, page }: { zh: boolean; escalated: boolean; page: string }): string {
  if (escalated)
    return zh
      ? `有用户将您设为事件无人确认时的升级通知对象。您的通知渠道可在 ${page} 修改。`
      : `A user whose devices you can see named you as the person to notify when nobody acknowledges an event. You can change your channels at ${page}.`;
  return zh
    ? `您在 ${page} 设置了此通知，可在该页面修改。`
    : `You set up this notification at ${page} and can change it there.`;
}
