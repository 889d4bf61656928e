import { savePreferences } from '../../api/load-self.ts';
import { notifyError } from '../../parts/notify-error.ts';

/** Shows the first steps on the home again. */
export async function restartFirstSteps(): Promise<void> {
  await savePreferences({ first_steps: 'open' }).catch(notifyError);
}
