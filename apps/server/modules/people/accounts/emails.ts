import type { PortalKind } from '@voltloop/contract';
import { PRODUCT } from '../../../platform/product-name.ts';
import type { EmailContent } from '../mail/index.ts';

const kinds: Record<'en' | 'zh', Record<PortalKind, string>> = {
  en: {
    factory: 'factory',
    agent1: 'agent I',
    agent2: 'agent II',
    company: 'installation company',
    installer: 'installer',
    enduser: 'end user',
  },
  zh: {
    factory: '工厂',
    agent1: '一级代理',
    agent2: '二级代理',
    company: '安装公司',
    installer: '安装商',
    enduser: '终端用户',
  },
};

/** To a person without an account. Only the inviter's name is text of another person: notes are not sent. */
export function invitationEmail(
  language: 'en' | 'zh',
  of: { inviter: string; brand: string | null; kind: PortalKind; expires_ms: number; link: string },
): EmailContent {
  const product = of.brand ?? PRODUCT;
  const kind = kinds[language][of.kind];
  const until = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(of.expires_ms);
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      subject: `${of.inviter} 邀请您使用 ${product}`,
      paragraphs: [
        `${of.inviter} 邀请您以“${kind}”身份使用 ${product}。请打开下面的链接，自行设置用户名和密码。`,
        `链接有效期至 ${until}。`,
      ],
      link: { text: '创建账号', href: of.link },
      reason: `您收到此邮件，是因为有 ${product} 用户填写了您的邮箱。如果您不认识对方，请忽略此邮件，系统不会创建账号。`,
    };
  return {
    language,
    brand: of.brand,
    subject: `${of.inviter} invites you to ${product}`,
    paragraphs: [
      `${of.inviter} invites you to ${product} as ${kind}. Open the link and choose your user name and password.`,
      `The link is valid until ${until}.`,
    ],
    link: { text: 'Create your account', href: of.link },
    reason: `You receive this e-mail because a user of ${product} entered your address. If you do not know this person, ignore it: no account is created.`,
  };
}
