import { Breadcrumb } from './breadcrumb.tsx';
import { EndUserBar } from './end-user-bar.tsx';
import { NavbarFrame, type NavbarProps } from './navbar-frame.tsx';

/** The full navbar (interpretation B07): menu toggle, breadcrumb, end-user bar, tools, user menu. */
export function FullNavbar(props: NavbarProps) {
  return (
    <NavbarFrame {...props}>
      <Breadcrumb />
      <EndUserBar />
    </NavbarFrame>
  );
}
