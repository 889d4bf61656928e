import { type Attribute, groups } from '@voltloop/domain/passport/attribute.ts';
import { VOCABULARY } from '@voltloop/domain/passport/index.ts';
import { shownSource, shownValue } from '@voltloop/domain/passport/words.ts';
import type { Found } from '../derive.ts';
import type { PublicPassport } from './read.ts';
import { type Language, pageWords } from './words.ts';

/** A part of a page that is already markup. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => entities[each] as string);

type Piece = Markup | string | number | null | readonly Markup[];
const textOf = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof Markup) return piece.text;
  return Array.isArray(piece) ? piece.map((each: Markup) => each.text).join('') : escaped(String(piece));
};

/** Markup from a template; all values in it are escaped, unless they are markup. */
function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(parts.map((part, n) => (n === 0 ? '' : textOf(pieces[n - 1] as Piece)) + part).join(''));
}

/** The style of the public page, which loads no file, font or script. */
const style = `
:root{color-scheme:light dark;--text:#1b2430;--dim:#566170;--line:#d9dee5;--back:#f5f7f9;--card:#fff;--link:#0b5fc0}
@media (prefers-color-scheme:dark){:root{--text:#e6eaf0;--dim:#a5b0be;--line:#333d49;--back:#12171d;--card:#1b222b;--link:#7db8ff}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:var(--text);background:var(--back)}
main,header,footer{max-width:44rem;margin:0 auto;padding:1rem}
header{display:flex;gap:1rem;justify-content:space-between;align-items:center}
header p{margin:0;font-weight:600}
a{color:var(--link);overflow-wrap:anywhere}
header a,.foot a{display:inline-block;min-height:24px;padding:2px 0}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0 0 .5rem}
.lead{color:var(--dim);margin:.25rem 0 0;overflow-wrap:anywhere}
section,.note{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0 0}
.note{border-left:4px solid #c77700}
.note p,.note ul{margin:0}
dl{margin:0}
.row{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.25rem 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
.row:first-of-type{border-top:0}
dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
dd small{display:block;color:var(--dim)}
.none{color:var(--dim);font-size:.9rem;margin:.5rem 0 0}
.foot{color:var(--dim);font-size:.9rem}
.foot p{margin:.25rem 0}
@media (max-width:30rem){.row{grid-template-columns:1fr}}
@media print{body{background:none}section{break-inside:avoid}}
`;

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
