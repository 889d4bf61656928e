/**
 * Wraps `work` so that an equal call while another one is running starts nothing and gets the result of the running one.
 * Calls for something else (another row, another step) run one after the other.
 */
export function joinRunning<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const running = new Map<string | undefined, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args[0]);
    const same = running.get(key);
    if (same) return same;
    const last = [...running.values()].at(-1);
    const call = (last ? last.catch(() => {}).then(() => work(...args)) : work(...args)).finally(() => {
      running.delete(key);
    });
    running.set(key, call);
    return call;
  };
}
