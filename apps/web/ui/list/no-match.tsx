import { Button } from '@mantine/core';
import { EmptyState } from '../states/states.tsx';

interface NoMatchProps {
  /** The message: 'No accounts match'. */
  title: string;
  text?: string;
  /** Label of the button that clears the filters. */
  clear: string;
  onClear: () => void;
}

/** The empty state of a list with a search or filters, with a button that clears them. */
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
