/** The language of texts that exist in two, for an interface language such as `zh-CN`. */
export function languageOf(language: string): 'en' | 'zh' {
  return language.startsWith('zh') ? 'zh' : 'en';
}
