import type { Thing } from '@voltloop/contract';
import { RejectsTable } from './rejects-table.tsx';

/** Unreadable or unstorable messages of one device. */
export default function RejectsTab({ thing }: { thing: Thing }) {
  return <RejectsTable devid={thing.devid} zone={thing.time_zone} />;
}
