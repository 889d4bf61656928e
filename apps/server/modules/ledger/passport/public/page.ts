import { type Attribute, groups } from '@voltloop/domain/passport/attribute.ts';
import { VOCABULARY } from '@voltloop/domain/passport/index.ts';
import { shownSource, shownValue } from '@voltloop/domain/passport/words.ts';
import type { Found } from '../derive.ts';
import { html, Markup } from './html.ts';
import type { PublicPassport } from './read.ts';
import { style } from './style.ts';
import { type Language, pageWords } from './words.ts';

/** The whole page around its content. */
function frame(language: Language, title: string, content: Markup, links: Markup | null = null): string {
  const words = pageWords[language];
  const other = language === 'en' ? 'zh' : 'en';
  return `<!doctype html>\n${
    html`<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${links}
<link rel="icon" href="/favicon.svg">
<style>${new Markup(style)}</style>
</head>
<body>
<header><p>${words.title}</p><a href="?lang=${other}" lang="${other}" hreflang="${other}">${words.other}</a></header>
<main>${content}</main>
</body>
</html>`.text
  }`;
}

const linkTo = (url: string, text = url) => html`<a href="${url}" rel="noopener noreferrer">${text}</a>`;

function valueRow(attribute: Attribute, found: Found, language: Language): Markup {
  const { source } = pageWords[language];
  const value =
    attribute.form === 'url' ? linkTo(found.value) : html`${shownValue(attribute, found.value, language)}`;
  const from = `${source}: ${shownSource(found, language)} · ${found.at}`;
  return html`<div class="row"><dt>${attribute.name[language]}</dt><dd>${value}<small>${from}</small></dd></div>`;
}

/** The parts of a passport: present values, and below them a short list of missing ones. */
function sections({ values }: PublicPassport, language: Language): Markup[] {
  const words = pageWords[language];
  return Object.entries(groups).flatMap(([group, name]) => {
    const own = values.filter(({ attribute }) => attribute.group === group);
    if (own.length === 0) return [];
    const given = own.flatMap(({ attribute, found }) =>
      found ? [valueRow(attribute, found, language)] : [],
    );
    const missing = own.filter(({ found }) => !found).map(({ attribute }) => attribute.name[language]);
    return [
      html`<section aria-labelledby="${group}"><h2 id="${group}">${name[language]}</h2>${
        given.length > 0 ? html`<dl>${given}</dl>` : null
      }${missing.length > 0 ? html`<p class="none">${words.none} ${missing.join(words.comma)}</p>` : null}</section>`,
    ];
  });
}

function lineage({ before, after, previousUrl }: PublicPassport, language: Language): Markup {
  const words = pageWords[language];
  return html`${after && html`<div class="note"><p>${words.after} ${linkTo(after.url, after.batteryCode)}</p></div>`}${
    before.length > 0
      ? html`<section><h2>${words.before}</h2><ul>${before.map(
          ({ url, batteryCode }) => html`<li>${linkTo(url, batteryCode)}</li>`,
        )}</ul></section>`
      : null
  }${previousUrl && html`<section><h2>${words.former}</h2><p>${linkTo(previousUrl)}</p></section>`}`;
}

export function passportPage(passport: PublicPassport, language: Language): string {
  const words = pageWords[language];
  const { batteryCode, url, consoleUrl } = passport;
  const head = html`<h1>${batteryCode}</h1><p class="lead">${words.id} ${url}</p>`;
  const rest = html`${lineage(passport, language)}${sections(passport, language)}<div class="foot"><p>${
    words.restricted
  } <a href="${consoleUrl}">${words.signIn}</a></p><p>${words.vocabulary} ${VOCABULARY} · <a href="${
    passport.path
  }/jsonld">${words.data}</a></p></div>`;
  const links = html`<link rel="canonical" href="${url}">
<link rel="alternate" type="application/ld+json" href="${passport.path}/jsonld">`;
  return frame(language, `${batteryCode} · ${words.title}`, html`${head}${rest}`, links);
}

/** The text shown when a passport has ended. */
export function endedPage({ status, after }: PublicPassport, language: Language): string {
  const words = pageWords[language];
  const text = status === 'ceased' ? words.ceased : words.withdrawn;
  const next = after
    ? html`<div class="note"><p>${words.after} ${linkTo(after.url, after.batteryCode)}</p></div>`
    : null;
  return frame(language, words.title, html`<h1>${text}</h1>${next}`);
}

export function noPassportPage(language: Language, why: 'notFound' | 'tooMany'): string {
  const words = pageWords[language];
  const more = why === 'notFound' ? html`<p class="lead">${words.notFoundText}</p>` : null;
  return frame(language, words.title, html`<h1>${words[why]}</h1>${more}`);
}
