import { signOut } from '../api/session.ts';
import { toast } from '../ui/toast/toast.ts';

/** Logs out. Local data are always removed; an unreachable server causes a warning (interpretation B30). */
export async function leave(): Promise<void> {
  if (!(await signOut())) toast.warning({ ns: 'errors', key: 'logoutFailed' });
}
