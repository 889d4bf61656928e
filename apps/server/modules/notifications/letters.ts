import type { Letter } from '../mail/index.ts';
import type { Notice } from './words.ts';

export function codeLetter(language: 'en' | 'zh', code: string): Letter {
  return language === 'zh'
    ? {
        language,
        subject: `Voltloop 验证码：${code}`,
        paragraphs: [`请在通知设置页面输入验证码 ${code}，15 分钟内有效。`],
        reason: '有人希望将 Voltloop 的设备通知发送到此邮箱。若非本人操作，请忽略，系统不会再发送邮件。',
      }
    : {
        language,
        subject: `Your Voltloop code: ${code}`,
        paragraphs: [`Enter the code ${code} on the page Notifications within 15 minutes.`],
        reason:
          'Somebody wants notifications of Voltloop to go to this address. If this was not you, ignore this message: nothing else is sent here.',
      };
}

export function noticeLetter({ language, title, lines }: Notice, origin: string): Letter {
  const zh = language === 'zh';
  return {
    language,
    subject: title,
    paragraphs: lines,
    link: { text: zh ? '查看事件' : 'Show the events', href: `${origin}/endUserPage/faultyDevices/index` },
    reason: zh
      ? `您在 ${origin}/notifications/index 设置了此通知，可在该页面更改。`
      : `You have set this up at ${origin}/notifications/index and can change it there.`,
  };
}
