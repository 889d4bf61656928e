import { Link, type LinkProps } from 'react-router';
import { useMayOpen } from '../context/may-open.ts';

interface AllowedLinkProps extends LinkProps {
  /** Path, with or without a query. */
  to: string;
}

/** A link; plain text where the account may not open the page, because the guard would sign it out. */
export function AllowedLink({ to, children, ...link }: AllowedLinkProps) {
  const mayOpen = useMayOpen();
  return mayOpen(to.split('?')[0] ?? to) ? (
    <Link to={to} {...link}>
      {children}
    </Link>
  ) : (
    children
  );
}
