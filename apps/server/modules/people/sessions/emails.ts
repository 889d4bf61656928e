import { PRODUCT } from '../../../platform/product-name.ts';
import type { EmailContent } from '../mail/index.ts';

export type Language = 'en' | 'zh';

/** How long the notice of a change is retried. */
export const NOTICE_LIFE_MS = 7 * 86_400_000;

/** The account and the name of its brand, if any. */
interface Owner {
  userName: string;
  brand: string | null;
}

export function passwordResetEmail(language: Language, of: Owner & { link: string }): EmailContent {
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `重置您的 ${of.brand ?? PRODUCT} 密码`,
      paragraphs: [
        `有人为账号 ${of.userName} 申请重置密码。请在 30 分钟内打开下面的链接并设置新密码，链接只能使用一次。`,
        '如果不是您本人操作，请忽略此邮件，原密码仍然有效。',
      ],
      link: { text: '设置新密码', href: of.link },
      reason: '您收到此邮件，是因为有人在登录页面使用了“忘记密码”。',
    };
  return {
    language,
    brand: of.brand,
    subject: `Reset your ${of.brand ?? PRODUCT} password`,
    paragraphs: [
      `A password reset was requested for the account ${of.userName}. Open the link within 30 minutes and set a new password. The link can be used once.`,
      'If you did not request this, ignore this e-mail: your password stays unchanged.',
    ],
    link: { text: 'Set a new password', href: of.link },
    reason: 'You receive this e-mail because “Forgot password” was used on the sign-in page.',
  };
}

export function passwordChangedEmail(language: Language, of: Owner): EmailContent {
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `您的 ${of.brand ?? PRODUCT} 密码已更改`,
      paragraphs: [
        `账号 ${of.userName} 的密码刚刚通过邮件链接更改，所有已登录的设备均已退出。`,
        '如果不是您本人操作，请立即联系您的上级管理员。',
      ],
      reason: '密码更改后会自动发送此通知。',
    };
  return {
    language,
    brand: of.brand,
    subject: `Your ${of.brand ?? PRODUCT} password was changed`,
    paragraphs: [
      `The password of the account ${of.userName} was just changed with a link from an e-mail. All its sessions were signed out.`,
      'If this was not you, contact your administrator immediately.',
    ],
    reason: 'This e-mail is sent whenever a password is reset.',
  };
}

/** To the former address. `email` is the new one, masked: the reader may not be entitled to see it. */
export function emailChangedEmail(language: Language, of: Owner & { email: string }): EmailContent {
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `您的 ${of.brand ?? PRODUCT} 账号邮箱已更改`,
      paragraphs: [
        `账号 ${of.userName} 的邮箱已更改为 ${of.email}，今后的邮件将发送到新邮箱。`,
        '如果不是您本人操作，请立即修改密码并联系您的上级管理员。',
      ],
      reason: '邮箱更改后会自动向原邮箱发送此通知。',
    };
  return {
    language,
    brand: of.brand,
    subject: `Your ${of.brand ?? PRODUCT} e-mail address was changed`,
    paragraphs: [
      `The e-mail address of the account ${of.userName} was changed to ${of.email}. Further e-mails go there.`,
      'If this was not you, change your password and contact your administrator immediately.',
    ],
    reason: 'This e-mail is sent to the former address whenever the address of an account is changed.',
  };
}

/** @param of.service The operator's name for the sign-in service. */
export function ssoLinkedEmail(
  language: Language,
  of: Owner & { service: string; handedOver: boolean },
): EmailContent {
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `您的 ${of.brand ?? PRODUCT} 账号已绑定单点登录`,
      paragraphs: [
        `账号 ${of.userName} 已绑定 ${of.service}，今后可通过 ${of.service} 登录。${of.handedOver ? '原密码、已登录的设备和 API 令牌均已失效。' : ''}`,
        '如果不是您本人操作，请立即联系您的上级管理员。',
      ],
      reason: '账号绑定单点登录后会自动发送此通知。',
    };
  return {
    language,
    brand: of.brand,
    subject: `Single sign-on was linked to your ${of.brand ?? PRODUCT} account`,
    paragraphs: [
      `The account ${of.userName} was linked to ${of.service} and can be signed in to there.${of.handedOver ? ' Its former password, sessions and API tokens no longer work.' : ''}`,
      'If this was not you, contact your administrator immediately.',
    ],
    reason: 'This e-mail is sent whenever single sign-on is linked to an account.',
  };
}

export function codesGuessedEmail(language: Language, of: Owner): EmailContent {
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `您的 ${of.brand ?? PRODUCT} 密码可能已泄露`,
      paragraphs: [
        `有人使用账号 ${of.userName} 的正确密码登录，但多次输入了错误的验证码。该登录已暂停 15 分钟。`,
        '如果不是您本人操作，请立即修改密码。',
      ],
      reason: '验证码连续多次错误时会自动发送此通知。',
    };
  return {
    language,
    brand: of.brand,
    subject: `Somebody may know your ${of.brand ?? PRODUCT} password`,
    paragraphs: [
      `The account ${of.userName} was signed in to with the right password, followed by several wrong codes. This is refused for 15 minutes now.`,
      'If this was not you, change your password immediately.',
    ],
    reason: 'This e-mail is sent after several wrong codes of the second factor.',
  };
}
