import { differenceToOwn, voltageFactor } from './check-capacity.ts';
import { type Curve, CurveBuilder } from './curve.ts';
import {
  bareHead,
  detect,
  type Evidence,
  evidenceIn,
  type Maker,
  type Mapping,
  splitHead,
  type UnitQuantity,
} from './layouts.ts';
import { directionOf, factorOf, isClockTime, readNumber, readTime } from './read-value.ts';

/** Maximum rows above the headings: names of the test, of the channel, the program of the test, the code of the battery. */
export const MAX_LEAD = 200;
/** Rows below the headings that are collected before their form is decided. */
const MAX_WAITING = 200;
/** Maximum share of rows with a value that is not a number; above it the mapping is wrong. */
const MAX_BAD_SHARE = 0.01;

export type ReadFailure =
  | 'noHeads'
  | 'noColumn'
  | 'noRows'
  | 'badRows'
  | 'timeBackwards'
  | 'tooManyRows'
  | 'capacityDiffers';

export class CyclerFileError extends Error {
  readonly key: ReadFailure;
  /** What the message names: a column, a row, a value. */
  readonly values: Readonly<Record<string, string>>;

  constructor(key: ReadFailure, values: Readonly<Record<string, string>> = {}) {
    super(`${key} ${JSON.stringify(values)}`);
    this.name = 'CyclerFileError';
    this.key = key;
    this.values = values;
  }
}

export interface CyclerRows {
  maker: Maker;
  mapping: Mapping;
  heads: string[];
  curve: Curve;
  /** Texts above the headings, which may contain a battery code. */
  lead: string[];
}

interface Heads {
  maker: Maker;
  mapping: Mapping;
  evidence: Evidence;
  /** The cells of the heading row, by place. */
  cells: string[];
}

/** Reads the rows of a cycler's file in order: finds the headings, then collects the curve. */
export class RowReader {
  readonly #given: Mapping | null;
  readonly #maxRows: number;
  readonly #builder = new CurveBuilder();
  readonly #lead: string[] = [];
  /** Rows above the headings; reported if no headings are found. */
  readonly first: string[][] = [];
  #heads: Heads | null = null;
  #waiting: string[][] | null = [];
  #read: ((cells: readonly string[], row: number) => void) | null = null;
  #row = 0;
  #bad: { rows: number; row: number; column: string; sample: string } | null = null;
  #begin = Number.NaN;
  #last = Number.NEGATIVE_INFINITY;
  #hasOpenVoltage = false;
  /** First and last time as a number without a unit, and as a date: their ratio is the unit. */
  #clocks: { first: [number, number]; last: [number, number] } | null = null;

  /** @param given the columns; null to recognise them by the headings */
  constructor(given: Mapping | null, maxRows: number) {
    this.#given = given;
    this.#maxRows = maxRows;
  }

  /** @throws CyclerFileError */
  row(cells: readonly string[]): void {
    this.#row += 1;
    if (this.first.length < MAX_LEAD) this.first.push(cells.map((cell) => cell.slice(0, 100)));
    if (this.#read) this.#read(cells, this.#row);
    else if (this.#heads) this.#collect(cells);
    else {
      this.#heads = this.#begins(cells);
      if (this.#heads) return;
      this.#lead.push(...cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
      if (this.first.length >= MAX_LEAD) throw new CyclerFileError('noHeads');
    }
  }

  /** @throws CyclerFileError */
  end(): CyclerRows {
    const heads = this.#heads;
    if (!heads) throw new CyclerFileError('noHeads');
    if (!this.#read) this.#decide(heads);
    const rows = this.#builder.size;
    if (this.#bad && (rows < 2 || this.#bad.rows > rows * MAX_BAD_SHARE)) {
      const { rows: count, row, column, sample } = this.#bad;
      throw new CyclerFileError('badRows', { value: `${count}`, row: `${row}`, column, sample });
    }
    if (rows < 2) throw new CyclerFileError('noRows');
    const curve = this.#builder.build();
    const factor = this.#timeFactor();
    if (factor !== 1) for (let i = 0; i < rows; i++) curve.time_s[i] = (curve.time_s[i] as number) * factor;
    if (isInverted(curve, heads.mapping))
      for (let i = 0; i < rows; i++) curve.current_A[i] = -(curve.current_A[i] as number);
    if (this.#hasOpenVoltage) {
      const volts = voltageFactor(curve);
      if (volts !== 1)
        for (let i = 0; i < rows; i++) curve.voltage_V[i] = (curve.voltage_V[i] as number) * volts;
    }
    const difference = differenceToOwn(curve);
    if (difference) throw new CyclerFileError('capacityDiffers', difference);
    return {
      maker: heads.maker,
      mapping: heads.mapping,
      heads: heads.cells.filter((head) => head !== ''),
      curve,
      lead: this.#lead,
    };
  }

  #begins(row: readonly string[]): Heads | null {
    const cells = row.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    const found = this.#given ? this.#mapped(cells) : detect(cells);
    return found && { ...found, cells };
  }

  /** The heading row is the first in which every column of the mapping is found. */
  #mapped(heads: readonly string[]): Omit<Heads, 'cells'> | null {
    const mapping = this.#given as Mapping;
    const { units: _, dischargePositive: __, ...columns } = mapping;
    const named = Object.values(columns).filter((name) => name !== '');
    const has = (name: string) => heads.some((head) => head === name || bareHead(head) === bareHead(name));
    if (named.length === 0 || !named.every(has)) return null;
    return { maker: 'custom', mapping, evidence: evidenceIn(heads) };
  }

  #collect(cells: readonly string[]): void {
    this.#waiting?.push([...cells]);
    if ((this.#waiting?.length ?? 0) >= MAX_WAITING) this.#decide(this.#heads as Heads);
  }

  /** Decides the form of the rows by the first of them, and reads these. */
  #decide(heads: Heads): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    const read = this.#rowsUnder(heads, waiting);
    this.#read = read;
    const from = this.#row - waiting.length + 1;
    for (const [n, cells] of waiting.entries()) read(cells, from + n);
  }

  #rowsUnder(
    { mapping, evidence, cells: heads }: Heads,
    sample: readonly (readonly string[])[],
  ): (cells: readonly string[], row: number) => void {
    const placeOf = (name: string | undefined) => {
      if (!name) return -1;
      const exact = heads.indexOf(name);
      return exact >= 0 ? exact : heads.findIndex((head) => bareHead(head) === bareHead(name));
    };
    const column = (quantity: UnitQuantity, name = mapping[quantity]) => {
      const place = placeOf(name);
      if (place < 0) return null;
      const head = heads[place] as string;
      const unit = splitHead(head).unit || (mapping.units?.[quantity] ?? '');
      return { place, factor: factorOf(unit), unit, head };
    };
    const [time, current, voltage] = [column('time'), column('current'), column('voltage')];
    if (!time || !current || !voltage)
      throw new CyclerFileError('noColumn', { value: !time ? 'time' : !current ? 'current' : 'voltage' });
    const [capacity, charged, energy] = [
      column('capacity'),
      column('capacity', evidence.charged),
      column('capacity', evidence.energy),
    ];
    this.#hasOpenVoltage = voltage.unit === '';
    const [step, state, temperature, date] = [
      placeOf(mapping.step),
      placeOf(mapping.state),
      placeOf(mapping.temperature),
      placeOf(evidence.date),
    ];
    // Rows of cycles and steps stand between those of records: they begin further to the left.
    const indent = heads.findIndex((head) => head !== '');
    const isRecord = (cells: readonly string[]) =>
      cells.slice(0, indent).every((cell) => cell.trim() === '') && cells.some((cell) => cell.trim() !== '');
    const records = sample.filter(isRecord);
    const textsAt = (place: number) => records.map((cells) => (cells[place] ?? '').trim()).filter(Boolean);
    const numbers = [time, current, voltage].flatMap(({ place }) => textsAt(place));
    const comma =
      numbers.some((text) => /^-?\d+,\d+$/.test(text)) && !numbers.some((text) => /\d\.\d/.test(text));
    // A column of times that is empty is replaced by that of dates.
    const clock = textsAt(time.place).length === 0 && date >= 0 ? date : time.place;
    const hasOpenUnit = clock !== date && time.unit === '' && !textsAt(clock).some(isClockTime);
    const sign = mapping.dischargePositive ? -1 : 1;
    const read = (cells: readonly string[], place: number) => readNumber(cells[place] ?? '', comma);
    const measured = [
      { head: heads[clock] as string, place: clock },
      { head: current.head, place: current.place },
      { head: voltage.head, place: voltage.place },
    ];
    return (cells, row) => {
      if (!isRecord(cells)) return;
      const at = readTime(cells[clock] ?? '', time.factor, comma);
      const amps = read(cells, current.place) * current.factor * sign;
      const volts = read(cells, voltage.place) * voltage.factor;
      const wrong = [at, amps, volts].findIndex((value) => Number.isNaN(value));
      if (wrong >= 0) {
        const { head, place } = measured[wrong] as (typeof measured)[number];
        this.#bad ??= { rows: 0, row, column: head, sample: (cells[place] ?? '').slice(0, 40) };
        this.#bad.rows += 1;
        return;
      }
      if (this.#builder.size >= this.#maxRows)
        throw new CyclerFileError('tooManyRows', { value: String(this.#maxRows) });
      if (Number.isNaN(this.#begin)) this.#begin = at;
      const since = at - this.#begin;
      if (since < this.#last) throw new CyclerFileError('timeBackwards', { value: String(row) });
      this.#last = since;
      if (hasOpenUnit && date >= 0) {
        const seen: [number, number] = [at, readTime(cells[date] ?? '')];
        if (!Number.isNaN(seen[1])) this.#clocks = { first: this.#clocks?.first ?? seen, last: seen };
      }
      const direction = state >= 0 ? directionOf(cells[state] ?? '') : null;
      this.#builder.add({
        time_s: since,
        current_A: direction ? direction * Math.abs(amps) : amps,
        voltage_V: volts,
        step: step >= 0 ? Math.trunc(read(cells, step)) || 0 : 0,
        temperature_C: temperature >= 0 ? read(cells, temperature) : Number.NaN,
        own_Ah: capacity ? read(cells, capacity.place) * capacity.factor : Number.NaN,
        charged_Ah: charged ? read(cells, charged.place) * charged.factor : Number.NaN,
        own_Wh: energy ? read(cells, energy.place) * energy.factor : Number.NaN,
      });
    };
  }

  /** What a plain number of time means where neither heading nor mapping says it: the dates of the rows do. */
  #timeFactor(): number {
    if (!this.#clocks) return 1;
    const { first, last } = this.#clocks;
    const ratio = (last[1] - first[1]) / (last[0] - first[0]);
    return [60, 3600, 1e-3].find((factor) => Math.abs(ratio / factor - 1) < 0.02) ?? 1;
  }
}

/** Whether currents are positive while the discharged capacity rises; a chosen sign is not questioned. */
function isInverted({ current_A, own_Ah, charged_Ah }: Curve, mapping: Mapping): boolean {
  if (mapping.dischargePositive !== undefined || mapping.state !== undefined) return false;
  if (!/^(dchg|discharg|q discharg|放电)/.test(bareHead(mapping.capacity ?? ''))) return false;
  let balance = 0;
  for (let i = 1; i < current_A.length; i++) {
    const current = current_A[i] as number;
    const discharged = (own_Ah[i] as number) - (own_Ah[i - 1] as number);
    const charged = (charged_Ah[i] as number) - (charged_Ah[i - 1] as number);
    if (discharged > 0) balance += current * discharged;
    if (charged > 0) balance -= current * charged;
  }
  return balance > 0;
}
