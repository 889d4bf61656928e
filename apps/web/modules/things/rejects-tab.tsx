import type { Thing } from '@voltloop/contract';
import { RejectsTable } from './rejects-table.tsx';

/** What one device sent and could not be read or stored. */
export default function RejectsTab({ thing }: { thing: Thing }) {
  return <RejectsTable devid={thing.devid} zone={thing.time_zone} />;
}
