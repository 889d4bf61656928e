import type { EnergyTotals } from '@voltloop/contract';
import { sumOf } from '@voltloop/domain/energy/shares.ts';
import type { Block, PdfDocument } from '../../../platform/pdf/document.ts';
import type { FleetMonth, FleetSite } from '../../fleet/sites/index.ts';
import { energies } from './energies.ts';
import { type FleetWords, fleetWords } from './fleet-words.ts';
import { type Formats, formatsOf, KWH_DIGITS, type Language, NO_VALUE } from './formats.ts';

/** Below this share of measured hours a site needs attention. */
const ENOUGH_DATA = 0.95;
const MAX_NAMED = 15;

/**
 * A month of an account's sites as a document of `product`. Pure: the same month, language and time produce the same
 * document.
 */
export function fleetDocument(
  fleet: FleetMonth,
  language: Language,
  { now, product }: { now: Date; product: string },
): PdfDocument {
  const words = fleetWords[language];
  const { account } = fleet;
  const sites = fleet.sites.map(asShown);
  // The month begins at a different time at each site: its name and the time of the report are in UTC.
  const format = formatsOf(language, 'UTC');
  const month = format.month(Date.parse(`${fleet.month}-01T00:00:00Z`));
  const count = (value: number) => format.number(value, 0);
  const blocks: Block[] = [
    {
      kind: 'facts',
      rows: [
        [words.account, account.name],
        [words.period, words.periodText(month)],
        [words.sites, count(sites.length)],
        [words.devices, count(sites.reduce((all, { devices }) => all + devices, 0))],
        [words.asOf, `${format.time(now.getTime())} UTC`],
      ],
    },
  ];
  if (sites.length === 0) blocks.push({ kind: 'text', text: words.none, tone: 'note' });
  else
    blocks.push(
      ...(fleet.over ? [] : [{ kind: 'text', text: words.running, tone: 'note' } as const]),
      ...energyBlocks({ ...fleet, sites }, words, format),
      ...attentionBlocks(sites, words, format),
      ...siteBlocks(sites, words, format),
    );
  const name = `${account.name} · ${month}`;
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

/** Energies with the decimals that are printed: totals are sums of the figures beside them. */
function asShown(site: FleetSite): FleetSite {
  const rounded = (energy: EnergyTotals | null) => {
    if (!energy) return null;
    const shown = { ...energy };
    for (const name of energies) {
      const kwh = energy[name];
      shown[name] = kwh === null ? null : Number(kwh.toFixed(KWH_DIGITS));
    }
    return shown;
  };
  return { ...site, energy: rounded(site.energy), previous: rounded(site.previous) };
}

function energyBlocks({ sites, over }: FleetMonth, words: FleetWords, format: Formats): Block[] {
  const heading = { kind: 'heading', text: words.energy } as const;
  const measured = sites.flatMap(({ energy }) => (energy ? [energy] : []));
  if (measured.length === 0) return [heading, { kind: 'text', text: words.noEnergy }];
  const both = over
    ? sites.flatMap(({ energy, previous }) => (energy && previous ? [{ energy, previous }] : []))
    : [];
  const beside = (name: keyof EnergyTotals) => {
    if (both.length === 0) return [NO_VALUE, NO_VALUE];
    const former = sumOf(
      both.map(({ previous }) => previous),
      name,
    );
    const now = sumOf(
      both.map(({ energy }) => energy),
      name,
    );
    return [kwhOf(former, format), format.change(now, former)];
  };
  return [
    heading,
    {
      kind: 'table',
      header: words.columns,
      rows: energies.map((name) => [
        words.energies[name],
        kwhOf(sumOf(measured, name), format),
        ...beside(name),
      ]),
      widths: [34, 24, 24, 18],
      texts: 1,
    },
    ...(both.length > 0
      ? [{ kind: 'text', text: words.compared(both.length, sites.length), tone: 'muted' } as const]
      : []),
  ];
}

/** Empty for what was not measured. */
const kwhOf = (kwh: number | null, format: Formats) => (kwh === null ? NO_VALUE : format.kwh(kwh));

/** Share of measured hours while there was a device; null without a device. */
const dataOf = ({ availability: { hours, measured } }: FleetSite) => (hours === 0 ? null : measured / hours);
const percentOf = (share: number | null, format: Formats) =>
  share === null ? NO_VALUE : format.percent(share);

/** Sites with faults or too little data, the worst first. */
export function sitesInNeed(sites: readonly FleetSite[]): FleetSite[] {
  return sites
    .filter((site) => site.fault > 0 || (dataOf(site) ?? 1) < ENOUGH_DATA)
    .sort((a, b) => b.fault - a.fault || (dataOf(a) ?? 1) - (dataOf(b) ?? 1));
}

function attentionBlocks(sites: readonly FleetSite[], words: FleetWords, format: Formats): Block[] {
  const heading = { kind: 'heading', text: words.attention } as const;
  const inNeed = sitesInNeed(sites);
  if (inNeed.length === 0) return [heading, { kind: 'text', text: words.attentionNone }];
  const left = inNeed.length - MAX_NAMED;
  return [
    heading,
    { kind: 'text', text: words.attentionText, tone: 'muted' },
    {
      kind: 'table',
      header: words.attentionColumns,
      rows: inNeed
        .slice(0, MAX_NAMED)
        .map((site) => [
          nameOf(site),
          site.owner,
          format.number(site.fault, 0),
          format.number(site.warning, 0),
          percentOf(dataOf(site), format),
        ]),
      widths: [32, 28, 12, 12, 16],
      texts: 2,
    },
    ...(left > 0 ? [{ kind: 'text', text: words.attentionMost(left), tone: 'muted' } as const] : []),
  ];
}

const nameOf = ({ name, partly }: FleetSite) => (partly ? `${name} *` : name);

function siteBlocks(sites: readonly FleetSite[], words: FleetWords, format: Formats): Block[] {
  const kwh = (energy: EnergyTotals | null, name: keyof EnergyTotals) =>
    energy && energy[name] !== null ? format.number(energy[name], KWH_DIGITS) : NO_VALUE;
  return [
    { kind: 'heading', text: words.all },
    {
      kind: 'table',
      header: words.siteColumns,
      rows: sites.map((site) => [
        nameOf(site),
        site.owner,
        ...(['pv_kwh', 'load_kwh', 'import_kwh'] as const).map((name) => kwh(site.energy, name)),
        percentOf(site.selfSufficiency, format),
        percentOf(dataOf(site), format),
      ]),
      widths: [21, 18, 12, 14, 13, 12, 10],
      texts: 2,
    },
    ...(sites.some(({ partly }) => partly)
      ? [{ kind: 'text', text: words.partly, tone: 'muted' } as const]
      : []),
  ];
}
