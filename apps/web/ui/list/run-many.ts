/** The outcome of one item; without `error` it succeeded. */
export interface Outcome<Item> {
  item: Item;
  error?: unknown;
}

/** Parallel calls: enough to use the connection, too few to starve others. */
const AT_ONCE = 4;

/**
 * Runs the same action on many items, a few in parallel (interpretation A29). A failure does not stop the others.
 * @param onDone Called after each, with the number finished
 * @returns the outcomes, in the order of `items`
 */
export async function runMany<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onDone: (done: number) => void = () => {},
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = items.map((item) => ({ item }));
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let outcome = outcomes[next++]; outcome; outcome = outcomes[next++]) {
      try {
        await work(outcome.item);
      } catch (error) {
        outcome.error = error;
      }
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return outcomes;
}
