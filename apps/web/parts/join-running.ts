/** Wraps `work` so that a call while another one is running starts nothing and gets the result of the running one. */
export function joinRunning<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let running: Promise<Result> | null = null;
  return (...args) => {
    running ??= work(...args).finally(() => {
      running = null;
    });
    return running;
  };
}
