/** How one of many came out: no `error` when it was done. */
export interface Outcome<Item> {
  item: Item;
  error?: unknown;
}

/** Calls that are on their way at once: enough to keep the line busy, too few to crowd others out. */
const AT_ONCE = 4;

/**
 * Does the same to many, a few at a time (interpretation A29). One that fails does not stop the others.
 * @param onDone Called after each, with how many are done.
 * @returns how each came out, in the order of `items`
 */
export async function runMany<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onDone: (done: number) => void = () => {},
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = items.map((item) => ({ item }));
  let next = 0;
  let done = 0;
  const turn = async () => {
    for (let outcome = outcomes[next++]; outcome; outcome = outcomes[next++]) {
      try {
        await work(outcome.item);
      } catch (error) {
        outcome.error = error;
      }
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, turn));
  return outcomes;
}
