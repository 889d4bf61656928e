import type { EmailContent } from '../mail/index.ts';
import type { Notice } from './words.ts';

export function codeEmail(language: 'en' | 'zh', code: string): EmailContent {
  return language === 'zh'
    ? {
        language,
        subject: `Voltloop 验证码：${code}`,
        paragraphs: [`请在通知设置页面输入验证码 ${code}，15 分钟内有效。`],
        reason:
          '有用户将此邮箱设为 Voltloop 设备通知的接收邮箱。若非本人操作，请忽略此邮件，系统不会再向您发送邮件。',
      }
    : {
        language,
        subject: `Your Voltloop verification code: ${code}`,
        paragraphs: [`Enter the code ${code} on the Notifications page within 15 minutes.`],
        reason:
          'A Voltloop user wants to receive notifications at this address. If this was not you, ignore this e-mail: nothing else is sent to you.',
      };
}

export function noticeEmail({ language, title, lines }: Notice, origin: string): EmailContent {
  const zh = language === 'zh';
  return {
    language,
    subject: title,
    paragraphs: lines,
    link: { text: zh ? '查看事件' : 'View events', href: `${origin}/endUserPage/faultyDevices/index` },
    reason: zh
      ? `您在 ${origin}/notifications/index 设置了此通知，可在该页面修改。`
      : `You set up this notification at ${origin}/notifications/index and can change it there.`,
  };
}
