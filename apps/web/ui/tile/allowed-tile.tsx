import { useMayOpen } from '../../context/may-open.ts';
import { StatTile, type StatTileProps } from './stat-tile.tsx';

/** A key figure; it links to its rows only where the account may open them. */
export function AllowedTile({ to = '', ...tile }: StatTileProps) {
  const mayOpen = useMayOpen();
  return <StatTile {...tile} {...(mayOpen(to.split('?')[0] ?? to) ? { to } : {})} />;
}
