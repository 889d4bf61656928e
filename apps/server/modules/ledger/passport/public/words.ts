/** Texts of the public page; those of attributes are in packages/domain/passport. */
export const pageWords = {
  en: {
    title: 'Battery passport',
    id: 'Passport identifier',
    ceased: 'This passport has ceased: the battery has been recycled.',
    withdrawn: 'This passport was withdrawn by its issuer.',
    notFound: 'There is no passport at this address.',
    notFoundText: 'Check the address, or scan the QR code on the battery again.',
    tooMany: 'Too many requests from your address. Try again in a minute.',
    none: 'Not given:',
    comma: ', ',
    restricted: 'Persons with a legitimate interest and authorities see more.',
    signIn: 'Sign in to see more',
    before: 'Made from batteries with these passports',
    after: 'This battery has become a part of another product. Its passport:',
    former: 'Former passport of another operator',
    source: 'Source',
    data: 'Data (JSON-LD)',
    other: '中文',
    vocabulary: 'Attributes after',
    open: 'Open',
  },
  zh: {
    title: '欧盟电池护照',
    id: '数字身份证编号',
    ceased: '本护照已终止：该电池已完成再生利用。',
    withdrawn: '本护照已由签发方撤销。',
    notFound: '此网址没有对应的电池护照。',
    notFoundText: '请核对网址，或重新扫描电池上的二维码。',
    tooMany: '访问过于频繁，请一分钟后再试。',
    none: '未提供：',
    comma: '、',
    restricted: '正当利益方与主管机构可查看更多信息。',
    signIn: '登录查看更多',
    before: '由以下电池制成',
    after: '该电池已成为另一产品的组成部分，其护照为：',
    former: '原护照（其他经营者）',
    source: '来源',
    data: '数据（JSON-LD）',
    other: 'English',
    vocabulary: '属性依据',
    open: '打开',
  },
} as const;
export type Language = keyof typeof pageWords;

/** The language of a reader: the requested one, else the first supported one of the browser. */
export function languageFor(requested: string | undefined, accepted = ''): Language {
  const candidates = [requested ?? '', ...accepted.split(',').map((each) => each.split(';')[0] ?? '')];
  for (const each of candidates) {
    const language = each.trim().toLowerCase().split('-')[0];
    if (language === 'zh' || language === 'en') return language;
  }
  return 'en';
}
