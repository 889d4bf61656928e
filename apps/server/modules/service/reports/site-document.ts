import type { EnergyTotals } from '@voltloop/contract';
import type { Block, PdfDocument } from '../../../platform/pdf/document.ts';
import type { SiteMonth } from '../../fleet/sites/index.ts';
import { energies } from './energies.ts';
import { dayRuns, type Formats, formatsOf, type Language, NO_VALUE } from './formats.ts';
import { type SiteWords, siteWords } from './site-words.ts';

const drawn = [
  { name: 'pv_kwh', color: '#f59f00' },
  { name: 'load_kwh', color: '#1971c2' },
  { name: 'import_kwh', color: '#868e96' },
] as const;

/** A month of a site as a document of `product`. Pure: the same month, language and time produce the same document. */
export function siteDocument(
  month: SiteMonth,
  language: Language,
  { now, product }: { now: Date; product: string },
): PdfDocument {
  const words = siteWords[language];
  const { site, from_ms, to_ms } = month;
  const format = formatsOf(language, site.time_zone);
  const hidden = month.visibleFrom_ms !== null && month.visibleFrom_ms >= Math.min(to_ms, now.getTime());
  const blocks: Block[] = [
    {
      kind: 'facts',
      rows: [
        [words.site, site.name],
        ...(site.address ? [[words.address, site.address] as const] : []),
        [words.owner, site.owner.name],
        [words.period, words.periodText(format.time(from_ms), format.time(to_ms))],
        [words.zone, site.time_zone],
        [words.asOf, format.time(Math.min(now.getTime(), to_ms))],
      ],
    },
  ];
  if (hidden) blocks.push({ kind: 'text', text: words.hidden, tone: 'note' });
  else {
    if (month.visibleFrom_ms !== null)
      blocks.push({ kind: 'text', text: words.partly(format.time(month.visibleFrom_ms)), tone: 'note' });
    if (!month.energy.complete) blocks.push({ kind: 'text', text: words.running, tone: 'note' });
    blocks.push(
      ...energyBlocks(month, words, format),
      ...costBlocks(month, words, format),
      ...dataBlocks(month, words, format),
      ...eventBlocks(month, words, format, language),
    );
  }
  const name = `${site.name} · ${format.month(from_ms)}`;
  return {
    title: words.title,
    subtitle: name,
    language,
    author: product,
    created: now,
    blocks,
    footer: (page, pages) => `${product} · ${words.title} · ${name} · ${words.page(page, pages)}`,
  };
}

function energyBlocks({ energy, from_ms }: SiteMonth, words: SiteWords, format: Formats): Block[] {
  const { total, previous, year_ago, slots } = energy;
  const heading = { kind: 'heading', text: words.energy } as const;
  if (total === null) return [heading, { kind: 'text', text: words.noEnergy }];
  const kwh = (value: number | null) => (value === null ? NO_VALUE : format.kwh(value));
  const beside = (pair: typeof previous, name: keyof EnergyTotals) =>
    pair ? [kwh(pair.former[name]), format.change(pair.now[name], pair.former[name])] : [NO_VALUE, NO_VALUE];
  return [
    heading,
    {
      kind: 'table',
      header: words.columns,
      rows: energies.map((name) => [
        words.energies[name],
        kwh(total[name]),
        ...beside(previous, name),
        ...beside(year_ago, name),
      ]),
      widths: [22, 18, 18, 12, 18, 12],
      texts: 1,
    },
    ...(previous && year_ago ? [] : [{ kind: 'text', text: words.notCompared, tone: 'muted' } as const]),
    { kind: 'heading', text: words.days },
    {
      kind: 'bars',
      unit: 'kWh',
      description: words.daysDescription(format.month(from_ms)),
      groups: slots.map(({ slot, current }) => ({
        label: String(slot),
        values: drawn.map(({ name }) => current?.[name] ?? null),
      })),
      series: drawn.map(({ name, color }) => ({ name: words.energies[name], color })),
    },
  ];
}

function costBlocks({ cost }: SiteMonth, words: SiteWords, format: Formats): Block[] {
  const { currency, total } = cost;
  const blocks: Block[] = [{ kind: 'heading', text: words.cost }];
  const share = (value: number | null) => (value === null ? NO_VALUE : format.percent(value));
  const shares = [
    [words.selfConsumption, share(total.self_consumption)],
    [words.selfSufficiency, share(total.self_sufficiency)],
  ] as const;
  if (currency === null) {
    blocks.push({ kind: 'text', text: words.noTariff }, { kind: 'facts', rows: shares });
    return blocks;
  }
  const amounts = ['import_cost', 'feed_in', 'standing', 'cost', 'baseline', 'savings'] as const;
  blocks.push({
    kind: 'table',
    header: [],
    rows: [
      ...amounts.map((name) => [
        words.bill[name],
        total[name] === null ? NO_VALUE : `${total[name]} ${currency}`,
      ]),
      ...shares,
    ],
    widths: [50, 50],
    texts: 1,
  });
  if (total.unpriced_hours > 0)
    blocks.push({
      kind: 'text',
      text: words.unpriced(format.number(total.unpriced_hours, 0)),
      tone: 'muted',
    });
  return blocks;
}

function dataBlocks({ availability, energy }: SiteMonth, words: SiteWords, format: Formats): Block[] {
  const { hours, measured, daysWithout } = availability;
  const heading = { kind: 'heading', text: words.data } as const;
  if (hours === 0) return [heading, { kind: 'text', text: words.noHours }];
  const count = (value: number) => format.number(value, 0);
  return [
    heading,
    {
      kind: 'facts',
      rows: [
        [words.hours, words.hoursText(count(measured), count(hours), format.percent(measured / hours))],
        [words.daysWithout, daysWithout.length === 0 ? words.none : dayRuns(daysWithout)],
      ],
    },
    ...(energy.gap ? [{ kind: 'text', text: words.gap, tone: 'muted' } as const] : []),
    ...(energy.reset ? [{ kind: 'text', text: words.reset, tone: 'muted' } as const] : []),
  ];
}

function eventBlocks({ events }: SiteMonth, words: SiteWords, format: Formats, language: Language): Block[] {
  const { worst, ...counts } = events;
  const levels = ['fault', 'warning', 'notice'] as const;
  const all = counts.fault + counts.warning + counts.notice;
  const blocks: Block[] = [
    { kind: 'heading', text: words.events },
    { kind: 'facts', rows: levels.map((level) => [words.levels[level], format.number(counts[level], 0)]) },
  ];
  if (worst.length === 0) return blocks;
  blocks.push({
    kind: 'table',
    header: words.eventColumns,
    rows: worst.map(({ level, name, devid, begin_ms, end_ms }) => [
      words.level[level] ?? '',
      name[language],
      devid,
      format.time(begin_ms),
      end_ms === null ? words.active : format.time(end_ms),
    ]),
    widths: [11, 29, 20, 20, 20],
    texts: 5,
  });
  if (all > worst.length) blocks.push({ kind: 'text', text: words.most, tone: 'muted' });
  return blocks;
}
