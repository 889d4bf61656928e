/** A state as it is stored: a word or a number. */
export type StateValue = string | number;

/** What a state means, whatever the kind of job: queued, being worked on, and the ways to end. */
export type Phase = 'waiting' | 'underWay' | 'succeeded' | 'failed' | 'dropped';

const OPEN: readonly Phase[] = ['waiting', 'underWay'];

/** The states of a kind in the order of a list of jobs; those of equal rank share a row. */
export type StateTable<S extends StateValue> = readonly (readonly [states: readonly S[], phase: Phase])[];

/** What follows from a table of states. */
export class Phases<S extends StateValue> {
  readonly #table: StateTable<S>;

  constructor(table: StateTable<S>) {
    this.#table = table;
  }

  /** The states of these phases. */
  of(...phases: readonly Phase[]): S[] {
    return this.#table.flatMap(([states, phase]) => (phases.includes(phase) ? states : []));
  }

  /** The states of unfinished jobs. */
  open(): S[] {
    return this.of(...OPEN);
  }

  isOpen(state: S): boolean {
    return this.open().includes(state);
  }

  /** The state of a queued job. */
  get waiting(): S {
    const [state] = this.of('waiting');
    if (state === undefined) throw new RangeError('a job needs a state in which it waits');
    return state;
  }

  /** Each state with its place in a list of jobs. */
  ranks(): [S, number][] {
    return this.#table.flatMap(([states], rank) => states.map((state): [S, number] => [state, rank]));
  }

  /** Jobs by state → their number, and that of the unfinished ones. */
  totals(counts: Readonly<Partial<Record<S, number>>>): { total: number; open: number } {
    const sum = (states: readonly S[]) => states.reduce((n, state) => n + (counts[state] ?? 0), 0);
    return { total: sum(this.#table.flatMap(([states]) => states)), open: sum(this.open()) };
  }
}
