import { Card } from '@voltloop/ui';
import { CodeParts } from '../../codes/index.ts';
import type { Row } from '../../resources/index.ts';

/** What the characters of a battery's code say, and whether they agree with the battery. */
export function CodePanel({ row }: { row: Row }) {
  return (
    <Card>
      <CodeParts code={String(row.batteryCode)} />
    </Card>
  );
}
