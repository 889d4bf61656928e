import { dayOf } from './companies.ts';
import type { Dice } from './dice.ts';
import { plus, times } from './exact.ts';

/** Pack, module, cell: the fourth character of a code. */
export type Level = 'P' | 'M' | 'C';
/** The fifth character (GB/T 34014): NiMH, LFP, LMO, ternary, LTO. */
export type Chemistry = 'A' | 'B' | 'C' | 'E' | 'G';

/** The structure of a kind of pack: cells in series make a module, modules in series the pack. */
export interface Design {
  /** The common name. */
  name: string;
  /** Filed maker and specification codes. */
  maker: string;
  spec: string;
  chemistry: Chemistry;
  /** Of one cell: Ah, V, kg. */
  capacity_ah: string;
  voltage_v: string;
  mass_kg: string;
  cellsInModule: number;
  modulesInPack: number;
  /** Additional mass of a module and a pack beyond their contents, kg. */
  moduleFrame_kg: string;
  packFrame_kg: string;
  /** Vehicles with this pack. */
  use: 'car' | 'bus' | 'van' | 'hybrid';
}

/** Maker codes as in public lists; the traceability characters DEM0… show that no such battery was ever made. */
// biome-ignore format: a table
export const designs: readonly Design[] = [
  { name: 'LFP 41 kWh', maker: '001', spec: '24', chemistry: 'B', capacity_ah: '135', voltage_v: '3.2', mass_kg: '2.61',
    cellsInModule: 12, modulesInPack: 8, moduleFrame_kg: '2.4', packFrame_kg: '62.5', use: 'car' },
  { name: 'LFP 129 kWh', maker: '04Q', spec: '76', chemistry: 'B', capacity_ah: '280', voltage_v: '3.2', mass_kg: '5.42',
    cellsInModule: 12, modulesInPack: 12, moduleFrame_kg: '4.1', packFrame_kg: '118', use: 'bus' },
  { name: 'NCM 41 kWh', maker: '0B5', spec: '31', chemistry: 'E', capacity_ah: '117', voltage_v: '3.65', mass_kg: '1.94',
    cellsInModule: 12, modulesInPack: 8, moduleFrame_kg: '1.9', packFrame_kg: '58.2', use: 'car' },
  { name: 'NCM 62 kWh', maker: '09U', spec: '17', chemistry: 'E', capacity_ah: '177', voltage_v: '3.67', mass_kg: '2.72',
    cellsInModule: 16, modulesInPack: 6, moduleFrame_kg: '2.2', packFrame_kg: '64', use: 'car' },
  { name: 'LMO 23 kWh', maker: '08B', spec: '05', chemistry: 'C', capacity_ah: '65', voltage_v: '3.7', mass_kg: '1.33',
    cellsInModule: 8, modulesInPack: 12, moduleFrame_kg: '1.1', packFrame_kg: '41.5', use: 'van' },
  { name: 'LTO 33 kWh', maker: '069', spec: '02', chemistry: 'G', capacity_ah: '90', voltage_v: '2.3', mass_kg: '2.95',
    cellsInModule: 20, modulesInPack: 8, moduleFrame_kg: '3.6', packFrame_kg: '77', use: 'bus' },
  { name: 'NiMH 1.3 kWh', maker: 'XD1', spec: '01', chemistry: 'A', capacity_ah: '6.5', voltage_v: '1.2', mass_kg: '0.17',
    cellsInModule: 6, modulesInPack: 28, moduleFrame_kg: '0.09', packFrame_kg: '9.5', use: 'hybrid' },
];

const YEARS = '123456789ABCDEFGHJKLMNPRSTVWXY';
const MONTHS = '123456789ABC';
const DAYS = '0123456789ABCDEFGHJKLMNPRSTVWXY';

/** A day as three characters of a code (GB/T 34014): years from 2011, day 31 as 0. */
export function dateCharacters(day: Date): string {
  return (
    (YEARS[day.getUTCFullYear() - 2011] as string) +
    (MONTHS[day.getUTCMonth()] as string) +
    (DAYS[day.getUTCDate() % 31] as string)
  );
}

const serial = (n: number) => String(n).padStart(7, '0');

/** A code of 24 characters; `n` (below ten million) distinguishes codes of one day. */
export function code24(design: Design, level: Level, made: Date, n: number): string {
  const trace = `DEM0${design.use.slice(0, 1).toUpperCase()}${design.spec}`;
  return `${design.maker}${level}${design.chemistry}${design.spec}${trace}${dateCharacters(made)}${serial(n)}`;
}

/** A code of 19 characters for a second life, with the maker code of the new product. */
export function code19(maker: string, level: Level, of: Design, made: Date, n: number): string {
  return `${maker}${level}${of.chemistry}${of.spec}${dateCharacters(made)}${serial(n)}R${level}`;
}

/** A battery of the demo. */
export interface Battery {
  code: string;
  level: Level;
  design: Design;
  /** Code of the battery that it is part of. */
  parent: string | null;
  /** yyyy-MM-dd */
  madeOn: string;
  capacity_ah: string;
  voltage_v: string;
  mass_kg: string;
}

/** Exact ratings and mass of a battery of a design: series connection adds voltages and masses. */
export function ratingOf(
  design: Design,
  level: Level,
): { capacity_ah: string; voltage_v: string; mass_kg: string } {
  const { capacity_ah, voltage_v, mass_kg } = design;
  if (level === 'C') return { capacity_ah, voltage_v, mass_kg };
  const inner = ratingOf(design, level === 'M' ? 'C' : 'M');
  const count = String(level === 'M' ? design.cellsInModule : design.modulesInPack);
  const frame = level === 'M' ? design.moduleFrame_kg : design.packFrame_kg;
  return {
    capacity_ah,
    voltage_v: times(inner.voltage_v, count),
    mass_kg: plus(times(inner.mass_kg, count), frame),
  };
}

/** Serials leave room for the parts: 32 modules in a pack, 32 cells in a module. */
const MAX_PARTS = 32;

/**
 * The nth pack with its known parts, parents first.
 * @param n below 9,765, so that the serial of its last cell has seven digits
 * @param modules number of its modules with known codes; `cells` is the number of those whose cells are known
 */
export function packTree(
  n: number,
  design: Design,
  made: Date,
  { modules = 0, cells = 0 }: { modules?: number; cells?: number } = {},
): Battery[] {
  const one = (level: Level, parent: string | null, at: number, daysBefore: number): Battery => {
    // Cells are older than their module, modules older than their pack.
    const day = new Date(made.getTime() - daysBefore * 86_400_000);
    const code = code24(design, level, day, at);
    return { code, level, design, parent, madeOn: dayOf(day), ...ratingOf(design, level) };
  };
  const pack = one('P', null, n, 0);
  const all = [pack];
  for (let m = 0; m < Math.min(modules, design.modulesInPack); m++) {
    const inModule = one('M', pack.code, n * MAX_PARTS + m, 3);
    all.push(inModule);
    if (m >= cells) continue;
    for (let c = 0; c < design.cellsInModule; c++) {
      all.push(one('C', inModule.code, (n * MAX_PARTS + m) * MAX_PARTS + c, 20));
    }
  }
  return all;
}

/** Designs, weighted by their share of retired vehicles. */
export function designOf(dice: Dice): Design {
  return dice.weighted(designs.map((design, i) => [design, [34, 16, 22, 14, 6, 5, 3][i] ?? 1] as const));
}

/** The remaining capacity after some years, in percent with two decimals: `'78.41'`. */
export function healthOf(dice: Dice, years: number): string {
  const percent = Math.max(35, Math.min(99, 100 - years * (2.1 + dice.next() * 1.8)));
  return percent.toFixed(2);
}
