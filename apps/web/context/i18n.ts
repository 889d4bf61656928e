import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
/** Languages by their own names, in every language. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' };

const STORED = 'voltloop.language';
const LAST = 'voltloop.lastLanguage';
type Catalogue = Record<string, unknown>;

const catalogues = import.meta.glob<Catalogue>(
  [
    '../{i18n,{ui,shell,entry,modules/*}/texts}/*.json',
    '!../**/{common,errors,routes,login,list,settings,shell,tabs,ui}.*.json',
  ],
  { import: 'default' },
);
type Several = Record<Language, () => Promise<Record<string, Catalogue>>>;
/** The texts of every first page load in one request per language. */
const first: Several = {
  en: () => import('../i18n/first.en.ts').then((module) => module.first),
  zh: () => import('../i18n/first.zh.ts').then((module) => module.first),
};
/** So do those of the frame around every page after sign-in. */
const frame: Several = {
  en: () => import('../i18n/frame.en.ts').then((module) => module.frame),
  zh: () => import('../i18n/frame.zh.ts').then((module) => module.frame),
};
const together: Readonly<Record<string, Several>> = {
  common: first,
  errors: first,
  routes: first,
  login: first,
  list: frame,
  settings: frame,
  shell: frame,
  tabs: frame,
  ui: frame,
};

function loadCatalogue(language: string, namespace: string): Promise<Catalogue | undefined> {
  const several = isLanguage(language) ? together[namespace]?.[language] : undefined;
  if (several) return several().then((found) => found[namespace]);
  const file = `/${namespace}.${language}.json`;
  const [, load] = Object.entries(catalogues).find(([path]) => path.endsWith(file)) ?? [];
  return load?.() ?? Promise.resolve(undefined);
}

/** Loads one catalogue of one language on first use. */
const onDemand: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    loadCatalogue(language, namespace).then(
      (catalogue) =>
        catalogue
          ? done(null, catalogue)
          : done(new Error(`no catalogue ${namespace} for ${language}`), false),
      (error) => done(error, false),
    );
  },
};

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'zh';
}

/** The language chosen in this browser; null without a choice. */
export function chosenLanguage(): Language | null {
  const text = localStorage.getItem(STORED);
  return isLanguage(text) ? text : null;
}

/** The language of the last page after a sign-in; null before the first one. */
function lastLanguage(): Language | null {
  const text = localStorage.getItem(LAST);
  return isLanguage(text) ? text : null;
}

/** The language of the first page: that of the person who used this browser; the portal opens in English (D01). */
function firstLanguage(): Language {
  return chosenLanguage() ?? lastLanguage() ?? 'en';
}

function applyLanguage(language: string): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** Initialises translations with the texts that every first page needs. */
export async function startI18n(): Promise<void> {
  applyLanguage(firstLanguage());
  i18next.on('languageChanged', applyLanguage);
  await i18next
    .use(onDemand)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      supportedLngs: languages,
      ns: ['common', 'errors', 'routes'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** Prefetches catalogues that will be needed. */
export function fetchWords(language: Language, namespaces: readonly string[]): void {
  for (const each of namespaces) loadCatalogue(language, each).catch(() => {});
}

/** Changes the language without choosing it: for a page whose family has another default. */
export async function showLanguage(language: Language): Promise<void> {
  localStorage.setItem(LAST, language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

/** Changes the language now and for later visits with this browser. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}
