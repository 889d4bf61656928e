/**
 * Measures and prints the tables of docs/benchmarks.md: npm run bench [-- name …] [-- --write]
 * With --write the tables replace those of docs/benchmarks.md; its notes below them (missed budgets, and why) stay.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchApi } from './api.ts';
import { benchAudit } from './audit.ts';
import { benchBackoffice } from './backoffice.ts';
import { benchBrowser } from './browser.ts';
import { benchBundles } from './bundles.ts';
import { benchDevices } from './devices.ts';
import { benchForecast } from './forecast.ts';
import { benchIdle } from './idle.ts';
import { type BenchRow, benchIngest } from './ingest.ts';
import { benchLists } from './lists.ts';
import { benchMapping } from './mapping.ts';
import { benchMatching } from './matching.ts';
import { benchQuestions } from './questions.ts';
import { benchStartUp } from './start-up.ts';
import { benchStock } from './stock.ts';

const benches: Record<string, { title: string; run: () => Promise<BenchRow[]> | BenchRow[] }> = {
  ingest: { title: 'Ingest', run: benchIngest },
  questions: { title: 'Storage and queries', run: benchQuestions },
  lists: { title: 'Lists over 100,000 things and 5,000 accounts', run: benchLists },
  backoffice: { title: 'Back office over 1,000,000 batteries', run: benchBackoffice },
  stock: { title: 'Stock ledger: 1,000,000 batteries, 10,000,000 moves', run: benchStock },
  audit: { title: 'Audited changes in parallel', run: benchAudit },
  mapping: { title: 'Mapping of messages of other makers', run: benchMapping },
  matching: { title: 'Matching of 10,000 cells into packs of 16', run: benchMatching },
  api: { title: 'API', run: benchApi },
  idle: { title: 'Idle connections', run: benchIdle },
  devices: { title: 'Devices', run: benchDevices },
  forecast: { title: 'Forecast of the next day, simulated homes', run: benchForecast },
  startup: { title: 'Start-up', run: benchStartUp },
  browser: { title: 'The console in a browser', run: benchBrowser },
  bundles: { title: 'What the console loads (gzip)', run: benchBundles },
};

const args = process.argv.slice(2);
const names = args.filter((a) => !a.startsWith('--'));
const unknown = names.find((n) => !benches[n]);
if (unknown) {
  console.error(`There is no bench ${unknown}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
const text = [`Measured on ${machine}; load generators on the same machine.`, ''];
console.log(text[0]);
for (const [name, { title, run }] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const rows = await run();
  const table = [
    `## ${title}`,
    '',
    '| What | Measured | Budget |',
    '|---|---|---|',
    ...rows.map((r) => `| ${r.what} | ${r.measured} | ${r.budget} |`),
    '',
  ];
  console.log(`\n${table.join('\n')}`);
  text.push(...table);
}
if (args.includes('--write')) {
  const head = ['# Benchmarks', '', '`npm run bench -- --write` measures and writes this page.', ''];
  const page = join(import.meta.dirname, '../docs/benchmarks.md');
  const before = await readFile(page, 'utf8');
  const notes = before.slice(before.indexOf('## What misses its budget, and why'));
  await writeFile(page, [...head, ...text, notes].join('\n'));
}
process.exit(0);
