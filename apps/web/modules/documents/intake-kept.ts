/** The intake settings of this desk: kept in the browser, because they depend on its printer and scale. */
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
    // Storage is not available: the settings are chosen again the next time.
  }
}
