import { Button } from '@mantine/core';
import { EmptyState } from '@voltloop/ui';

interface NoMatchProps {
  /** That nothing was found: 'No accounts match'. */
  title: string;
  text?: string;
  /** On the button that takes the filters away. */
  clear: string;
  onClear: () => void;
}

/** A list that is empty because of its search or filters, and the way back to all of it. */
export function NoMatch({ title, text, clear, onClear }: NoMatchProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {clear}
        </Button>
      }
    />
  );
}
