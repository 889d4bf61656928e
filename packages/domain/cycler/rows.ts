import { type Curve, CurveBuilder } from './curve.ts';
import { bareHead, detect, type Maker, type Mapping, unitOf } from './layouts.ts';
import { directionOf, factorOf, readNumber, readTime } from './read-value.ts';

/** Maximum rows above the headings: names of the test, of the channel, the bar code of the battery. */
export const MAX_LEAD = 40;
/** Maximum share of rows with a value that is not a number; above it the mapping is wrong. */
const MAX_BAD_SHARE = 0.01;

export type ReadFailure = 'noHeads' | 'noColumn' | 'noRows' | 'badRows' | 'timeBackwards' | 'tooManyRows';

export class CyclerFileError extends Error {
  readonly key: ReadFailure;
  /** The subject of the failure: a column, a row. */
  readonly value: string;

  constructor(key: ReadFailure, value = '') {
    super(`${key} ${value}`.trim());
    this.name = 'CyclerFileError';
    this.key = key;
    this.value = value;
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

/** Reads the rows of a cycler's file in order: finds the headings, then collects the curve. */
export class RowReader {
  readonly #given: Mapping | null;
  readonly #maxRows: number;
  readonly #builder = new CurveBuilder();
  readonly #lead: string[] = [];
  /** Rows above the headings; reported if no headings are found. */
  readonly first: string[][] = [];
  #heads: string[] = [];
  #read: ((cells: readonly string[]) => void) | null = null;
  #maker: Maker = 'custom';
  #mapping: Mapping = {};
  #bad = 0;
  #begin = Number.NaN;
  #last = Number.NEGATIVE_INFINITY;

  /** @param given the columns; null to recognise them by the headings */
  constructor(given: Mapping | null, maxRows: number) {
    this.#given = given;
    this.#maxRows = maxRows;
  }

  /** @throws CyclerFileError */
  row(cells: readonly string[]): void {
    if (this.first.length < MAX_LEAD) this.first.push(cells.map((cell) => cell.slice(0, 100)));
    if (this.#read) this.#read(cells);
    else if (!this.#begins(cells)) {
      this.#lead.push(...cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
      if (this.first.length >= MAX_LEAD) throw new CyclerFileError('noHeads');
    }
  }

  /** @throws CyclerFileError */
  end(): CyclerRows {
    if (!this.#read) throw new CyclerFileError('noHeads');
    const rows = this.#builder.size;
    if (rows < 2) throw new CyclerFileError(this.#bad > 0 ? 'badRows' : 'noRows', String(this.#bad));
    if (this.#bad > rows * MAX_BAD_SHARE) throw new CyclerFileError('badRows', String(this.#bad));
    return {
      maker: this.#maker,
      mapping: this.#mapping,
      heads: this.#heads,
      curve: this.#builder.build(),
      lead: this.#lead,
    };
  }

  #begins(cells: readonly string[]): boolean {
    const heads = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    const found = this.#given ? this.#mapped(heads) : detect(heads);
    if (!found) return false;
    [this.#maker, this.#mapping, this.#heads] = [
      found.maker,
      found.mapping,
      heads.filter((head) => head !== ''),
    ];
    this.#read = this.#rowsUnder(heads, found.mapping);
    return true;
  }

  /** The heading row is the first in which every column of the mapping is found. */
  #mapped(heads: readonly string[]): { maker: Maker; mapping: Mapping } | null {
    const mapping = this.#given as Mapping;
    const named = Object.values(mapping).filter((name) => name !== '');
    const has = (name: string) => heads.some((head) => head === name || bareHead(head) === bareHead(name));
    return named.length > 0 && named.every(has) ? { maker: 'custom', mapping } : null;
  }

  #rowsUnder(heads: readonly string[], mapping: Mapping): (cells: readonly string[]) => void {
    const column = (quantity: keyof Mapping) => {
      const name = mapping[quantity];
      if (!name) return null;
      const exact = heads.indexOf(name);
      const place = exact >= 0 ? exact : heads.findIndex((head) => bareHead(head) === bareHead(name));
      return place < 0 ? null : { place, factor: factorOf(unitOf(heads[place] as string)) };
    };
    const [time, current, voltage] = [column('time'), column('current'), column('voltage')];
    if (!time || !current || !voltage)
      throw new CyclerFileError('noColumn', !time ? 'time' : !current ? 'current' : 'voltage');
    const [step, state, temperature] = [column('step'), column('state'), column('temperature')];
    return (cells) => {
      if (cells.every((cell) => cell.trim() === '')) return;
      const at = readTime(cells[time.place] ?? '', time.factor);
      const amps = readNumber(cells[current.place] ?? '') * current.factor;
      const volts = readNumber(cells[voltage.place] ?? '') * voltage.factor;
      if (Number.isNaN(at) || Number.isNaN(amps) || Number.isNaN(volts)) {
        this.#bad += 1;
        return;
      }
      if (this.#builder.size >= this.#maxRows)
        throw new CyclerFileError('tooManyRows', String(this.#maxRows));
      if (Number.isNaN(this.#begin)) this.#begin = at;
      const since = at - this.#begin;
      if (since < this.#last) throw new CyclerFileError('timeBackwards', String(this.#builder.size + 1));
      this.#last = since;
      const direction = state ? directionOf(cells[state.place] ?? '') : null;
      this.#builder.add(
        since,
        direction === null ? amps : direction * Math.abs(amps),
        volts,
        step ? Math.trunc(readNumber(cells[step.place] ?? '')) || 0 : 0,
        temperature ? readNumber(cells[temperature.place] ?? '') : Number.NaN,
      );
    };
  }
}
