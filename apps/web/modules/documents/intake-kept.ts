/** How batteries are taken in at this desk: kept in the browser, because it follows from the printer and scale beside it. */
interface Kept {
  oneByOne: boolean;
  prints: boolean;
}

const KEY = 'voltloop.intake';
const usual: Kept = { oneByOne: true, prints: false };

export function keptIntake(): Kept {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

export function saveIntake(change: Partial<Kept>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...keptIntake(), ...change }));
  } catch {
    // The browser keeps nothing: it is chosen again the next time.
  }
}
