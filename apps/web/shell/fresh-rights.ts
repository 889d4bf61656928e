import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import { loadSelf } from '../api/load-self.ts';
import { onRefusal } from '../api/refusals.ts';
import { roleOf, useSession } from '../api/session.ts';

/** Between two questions, ms: a page may send many calls that are refused together. */
const PAUSE_MS = 2000;

/**
 * Keeps the rights of staff as the server has them, so that a changed role takes effect in the menu without a new
 * sign-in: asks again when the window gets the focus back and when a call was refused. Returns the way to stop.
 */
export function refreshRightsOnFocus(): () => void {
  let asked_ms = -PAUSE_MS;
  let later: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    const roleId = roleOf(useSession.getState().login);
    if (roleId === null || roleId < BACK_OFFICE_ROLE_START || document.hidden) return;
    const wait_ms = asked_ms + PAUSE_MS - performance.now();
    if (wait_ms > 0) {
      // What the last question learnt may be older than this refusal.
      later ??= setTimeout(() => {
        later = undefined;
        ask();
      }, wait_ms);
      return;
    }
    asked_ms = performance.now();
    // A network failure says nothing about rights.
    loadSelf().catch(() => {});
  };
  const stop = onRefusal(ask);
  window.addEventListener('focus', ask);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearTimeout(later);
    stop();
    window.removeEventListener('focus', ask);
    document.removeEventListener('visibilitychange', ask);
  };
}
