import type { LogRow } from '@voltloop/contract/calls/log.ts';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { NO_VALUE } from '../../ui/index.ts';
import { linkOf } from './link-of.ts';

/** The title of a row's object, linked if the object can still be opened. */
export function ObjectTitle({ row }: { row: LogRow }) {
  const mayOpen = useMayOpen();
  const link = row.living ? linkOf(row) : null;
  const title = row.title ?? NO_VALUE;
  return link && mayOpen(link) ? <Link to={link}>{title}</Link> : title;
}
