import { savePreferences } from '../../api/load-self.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';

/** Shows the first steps on the home again. */
export async function restartFirstSteps(): Promise<void> {
  await savePreferences({ first_steps: 'open' }).catch(notifyError);
}
