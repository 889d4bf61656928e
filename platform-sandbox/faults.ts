/** What the sandbox does otherwise than a good platform. */
export const faultKinds = [
  /** Refuses the record, with `field` and `message`. */
  'refuse',
  /** Takes the record, and answers after `delay_ms`. */
  'late',
  /** Waits for `delay_ms`, then takes the record and answers. */
  'slow',
  /** Takes the record, and answers twice on one connection. */
  'twice',
  /** Takes the record, and breaks the connection instead of answering. */
  'dropAfter',
  /** Breaks the connection without reading the record. */
  'dropBefore',
  /** Takes the record, and answers with a page of a proxy. */
  'html',
  /** Takes the record, and answers half of its JSON. */
  'cut',
  /** Takes the record, and answers for another one. */
  'otherKey',
  /** Takes the record, and gives the id of the record before. */
  'otherId',
  /** Takes the record, and says so without its id. */
  'noId',
  /** Answers 500 without taking it. */
  'error',
  /** Answers 429 without taking it. */
  'busy',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** How often; once unless said. */
  times?: number;
  /** Which requests: submissions unless said. */
  on?: 'submit' | 'ask' | 'any';
  delay_ms?: number;
  field?: string;
  message?: string;
}

/** Faults that wait for their requests, in order. */
export class Faults {
  #waiting: (Fault & { left: number })[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The next fault for a request, which is used up by it. */
  take(request: 'submit' | 'ask'): Fault | null {
    const found = this.#waiting.find(({ on = 'submit' }) => on === 'any' || on === request);
    if (!found) return null;
    found.left -= 1;
    if (found.left <= 0) this.#waiting = this.#waiting.filter((each) => each !== found);
    return found;
  }
}
