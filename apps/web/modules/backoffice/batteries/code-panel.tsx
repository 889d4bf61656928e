import { Card } from '@voltloop/ui';
import { CodeParts } from '../codes/code-parts.tsx';
import type { Row } from '../views.ts';

/** What the characters of a battery's code say, and whether they agree with the battery. */
export function CodePanel({ row }: { row: Row }) {
  return (
    <Card>
      <CodeParts code={String(row.batteryCode)} />
    </Card>
  );
}
