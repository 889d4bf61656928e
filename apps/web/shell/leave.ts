import { signOut } from '../api/session.ts';
import { toast } from '../parts/toast.ts';

/** Logs out; local data go in any case, and one warning appears when the server could not be reached (interpretation B30). */
export async function leave(): Promise<void> {
  if (!(await signOut())) toast.warning({ ns: 'errors', key: 'logoutFailed' });
}
