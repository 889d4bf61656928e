import { Card } from '../../../ui/index.ts';
import { CodeParts } from '../../codes/index.ts';
import type { Row } from '../../resources/index.ts';

/** The decoded code of a battery, and whether it agrees with the battery's fields. */
export function CodePanel({ row }: { row: Row }) {
  return (
    <Card>
      <CodeParts code={String(row.batteryCode)} />
    </Card>
  );
}
