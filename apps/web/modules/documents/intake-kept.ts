/** The intake settings of this desk: kept in the browser, because they depend on its printer and scale. */
interface IntakeSettings {
  oneByOne: boolean;
  prints: boolean;
}

const KEY = 'voltloop.intake';
const defaults: IntakeSettings = { oneByOne: true, prints: false };

export function storedIntake(): IntakeSettings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<IntakeSettings>) };
  } catch {
    return defaults;
  }
}

export function saveIntake(change: Partial<IntakeSettings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...storedIntake(), ...change }));
  } catch {
    // Storage is not available: the settings are chosen again the next time.
  }
}
