/**
 * Measures what the built console loads (gzip, as the server sends it) and fails above the budgets of the design: the
 * login page, the shell after sign-in, the code of each page, and the rule that no first page loads a heavy library.
 * Run after `vite build`: node apps/web/bundle-budget.ts [folder]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
}

const KIB = 1024;
const LOGIN_KIB = 165;
const LOGIN_CSS_KIB = 14;
const SHELL_KIB = 240;
const PAGE_MEDIAN_KIB = 25;
const PAGE_MAX_KIB = 60;
/** Largest number of script files of a first visit to a page: a browser sends six requests at a time. */
const PAGE_FILES = 40;
/** Chunks of libraries that load on use and are not counted with the page that uses them (ui.md 4.2). */
const VENDOR = /^assets\/(uplot|table|hookform|mantine)/;
/** Libraries that load on use only, each with its own limit. */
const ON_USE: readonly [name: string, limit: number][] = [
  ['bwip', 80],
  ['zxing', 20],
  ['echarts', 220],
  // With its worker, which is a separate file.
  ['maplibre', 450],
  ['terra-draw', 55],
  ['map-file', 25],
];
const HEAVY = /echarts|maplibre|terra-draw|map-file|bwip|xlsx|zxing/;

const dist = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'dist'));
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** Gzipped size of a built file, bytes; the server's brotli is smaller still. */
function weigh(file: string): number {
  return gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
}
/** A chunk with all its static imports. */
function closure(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return found;
  found.add(key);
  for (const each of chunk.imports ?? []) closure(each, found);
  return found;
}
const filesOf = (keys: Iterable<string>) =>
  new Set([...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
const kib = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weigh(file), 0) / KIB;
const need = (key: string) => {
  if (!manifest[key]) throw new Error(`the manifest has no ${key}`);
  return key;
};

const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
const named = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] as string);
const scripts = named(/(?:src|href)="\/((?:assets\/)?[^"]+\.js)"/g);
const login = new Set([...scripts, ...filesOf(closure(need('i18n/first.en.ts')))]);
const words = filesOf([need('i18n/frame.en.ts')]);
const shell = new Set([...login, ...filesOf(closure(need('shell/shell.tsx'))), ...words]);
const loginCss = named(/href="\/(assets\/[^"]+\.css)"/g);
const pages = Object.keys(manifest).filter((key) => /^modules\/(?:[\w-]+\/)+[\w-]+-page\.tsx$/.test(key));

let failed = false;
const rows: { what: string; kib: number; limit: number }[] = [
  { what: 'login page, all JS', kib: kib(login), limit: LOGIN_KIB },
  { what: 'login page, CSS', kib: kib(loginCss), limit: LOGIN_CSS_KIB },
  { what: 'shell after login, JS', kib: kib(shell), limit: SHELL_KIB },
];
const pageFiles = pages.map((key) => [...filesOf(closure(key))].filter((file) => !shell.has(file)));
const pageSizes = pages.map((key, index) => {
  const own = pageFiles[index] ?? [];
  const shared = (file: string) => pageFiles.filter((files) => files.includes(file)).length > 1;
  return {
    what: `page ${key.slice('modules/'.length)}`,
    /** What loads when it is the first page. */
    first: kib(own.filter((file) => !VENDOR.test(file))),
    /** What only this page needs: the chunk of the route. */
    alone: kib(own.filter((file) => !VENDOR.test(file) && !shared(file))),
    vendor: kib(own.filter((file) => VENDOR.test(file))),
  };
});
for (const page of pageSizes)
  rows.push({ what: `${page.what}, first`, kib: page.first, limit: PAGE_MAX_KIB });
for (const page of pageSizes)
  rows.push({ what: `${page.what}, alone`, kib: page.alone, limit: PAGE_MAX_KIB });
const sorted = pageSizes.map((page) => page.alone).sort((a, b) => a - b);
rows.push({
  what: 'pages alone, median',
  kib: sorted[Math.floor(sorted.length / 2)] ?? 0,
  limit: PAGE_MEDIAN_KIB,
});

for (const key of pages) {
  const files = new Set([...shell, ...filesOf(closure(key))]).size;
  if (files > PAGE_FILES) {
    failed = true;
    console.log(`OVER page ${key} comes in ${files} files of ${PAGE_FILES}`);
  }
}

for (const [name, limit] of ON_USE) {
  const files = Object.values(manifest).map(({ file }) => file);
  const own = new Set(files.filter((file) => new RegExp(`^assets/${name}-.*\\.m?js$`).test(file)));
  rows.push({ what: `${name}, on use`, kib: kib(own), limit });
}

/** Chunks with circular imports: the first one to run would find the other uninitialised. */
function circles(): string[] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (manifest[from]?.imports ?? []).some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return Object.keys(manifest).filter((key) => reaches(key, key));
}

for (const key of circles()) {
  failed = true;
  console.log(`OVER ${manifest[key]?.file} needs itself: parts of the bundle go round in a circle`);
}
for (const { what, kib: size, limit } of rows) {
  const over = size > limit;
  failed ||= over;
  console.log(
    `${over ? 'OVER' : 'ok  '} ${what.padEnd(42)} ${size.toFixed(1).padStart(7)} KiB of ${limit} KiB`,
  );
}
for (const { what, vendor } of pageSizes)
  if (vendor > 0) console.log(`     ${what} also loads ${vendor.toFixed(1)} KiB of libraries on first use`);
const home = filesOf(closure('modules/home/home-page.tsx'));
for (const file of new Set([...shell, ...home]))
  if (HEAVY.test(file)) {
    failed = true;
    console.log(`OVER ${file} is loaded with a first page`);
  }
process.exit(failed ? 1 : 0);
