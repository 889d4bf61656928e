import { roleOf, useSession } from '../../api/session.ts';
import { Overlays } from '../palette/overlays.tsx';
import { FullNavbar } from './full-navbar.tsx';
import { InstallerNavbar } from './installer-navbar.tsx';
import type { NavbarProps } from './navbar-frame.tsx';

/** The layout flag for the full navbar (specification section 2); the flag is the role id (interpretation B06). */
const FULL_LAYOUT = 5;

/** The top bar: the full one for layout flag 5, the installer's for all others. */
export function Navbar(props: NavbarProps) {
  const layoutFlag = useSession((state) => roleOf(state.login));
  return (
    <>
      {layoutFlag === FULL_LAYOUT ? <FullNavbar {...props} /> : <InstallerNavbar {...props} />}
      <Overlays />
    </>
  );
}
