import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import { loadSelf } from '../api/load-self.ts';
import { onRefusal } from '../api/refusals.ts';
import { roleOf, useSession } from '../api/session.ts';

/** Shortest time between two checks, ms: many calls of a page may be refused together. */
const PAUSE_MS = 2000;

/**
 * Refreshes the rights of staff, so that a changed role takes effect in the menu without a new sign-in: when the window
 * gets the focus and when a call was refused. Returns the unsubscribe function.
 */
export function refreshRightsOnFocus(): () => void {
  let checked_ms = -PAUSE_MS;
  let later: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const roleId = roleOf(useSession.getState().login);
    if (roleId === null || roleId < BACK_OFFICE_ROLE_START || document.hidden) return;
    const wait_ms = checked_ms + PAUSE_MS - performance.now();
    if (wait_ms > 0) {
      // The last check may have been before the change that caused this refusal.
      later ??= setTimeout(() => {
        later = undefined;
        check();
      }, wait_ms);
      return;
    }
    checked_ms = performance.now();
    // A network failure does not mean that rights changed.
    loadSelf().catch(() => {});
  };
  const stop = onRefusal(check);
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(later);
    stop();
    window.removeEventListener('focus', check);
    document.removeEventListener('visibilitychange', check);
  };
}
