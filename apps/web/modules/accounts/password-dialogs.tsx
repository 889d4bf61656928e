import { useSession } from '../../api/session.ts';
import { ForcedPasswordDialog } from './password-dialog.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export { PasswordDialog } from './password-dialog.tsx';

/** What the session demands: another sign-in, or a new password. */
export function PasswordDemand() {
  const expired = useSession((state) => state.waiting !== null);
  return expired ? <SignInAgain /> : <ForcedPasswordDialog />;
}
